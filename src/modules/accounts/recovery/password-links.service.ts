import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import type { UserId } from '../../../kernel/ids';
import { AuditTrail } from '../../../access/audit/audit-trail';
import { HttpConfig } from '../../../platform/config/http.config';
import type { InTransaction } from '../../../platform/database/transaction';
import { PasswordResetsRepository } from '../password/password-resets.repository';
import { newResetToken, OPERATOR_LINK_LIFETIME_HOURS, resetTokenDigest } from '../password/reset-token';
import { operatorActor, type OperatorContext } from '../../../access/audit/operator';

/** A link with which a user sets a password, once. */
export interface PasswordLink {
  link: string;
  expiresAt: Date;
}

/** Creates links that the operator passes on to users. */
@Injectable()
export class PasswordLinksService {
  constructor(
    private readonly resets: PasswordResetsRepository,
    private readonly trail: AuditTrail,
    private readonly http: HttpConfig,
  ) {}

  /** Replaces an earlier link of the user. Its use sets the password and ends every session. */
  async create(tx: InTransaction<OperatorContext>, userId: UserId): Promise<PasswordLink> {
    const token = newResetToken();
    const expiresAt = new Date(clock.nowMs() + OPERATOR_LINK_LIFETIME_HOURS * 3_600_000);
    await this.resets.keep(tx, userId, resetTokenDigest(token), expiresAt);
    await this.trail.recordEverywhere(tx, operatorActor(userId), {
      action: 'auth.forgotPassword',
      outcome: 'success',
      target: userId,
    });
    return { link: `${this.http.publicUrl}/reset-password?token=${token}`, expiresAt };
  }
}
