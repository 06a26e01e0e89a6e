import { Injectable } from '@nestjs/common';
import type { UserId } from '../../../kernel/ids';
import { AuditTrail } from '../../../access/audit/audit-trail';
import type { InTransaction } from '../../../platform/database/transaction';
import { memberTopic } from '../../hierarchy';
import { SecondFactorMissing } from '../accounts.errors';
import { AccountNoticesService } from '../profile/account-notices.service';
import { SecondFactorsRepository } from '../two-factor/second-factors.repository';
import { operatorActor, type OperatorContext } from '../../../access/audit/operator';

/** Turns off the second factor of a user who lost it. */
@Injectable()
export class SecondFactorRemovalService {
  constructor(
    private readonly factors: SecondFactorsRepository,
    private readonly notices: AccountNoticesService,
    private readonly trail: AuditTrail,
  ) {}

  /** Throws SecondFactorMissing for an account without one. */
  async remove(tx: InTransaction<OperatorContext>, userId: UserId): Promise<void> {
    if (!(await this.factors.remove(tx, userId))) throw new SecondFactorMissing();
    tx.transaction.invalidate(memberTopic(userId));
    await this.notices.send(tx, userId, 'second-factor-removed-by-operator');
    await this.trail.recordEverywhere(tx, operatorActor(userId), {
      action: 'auth.twoFactor.disable',
      outcome: 'success',
      target: userId,
    });
  }
}
