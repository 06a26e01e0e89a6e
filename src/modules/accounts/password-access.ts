import { Injectable } from '@nestjs/common';
import type { SessionId, UserId } from '../../kernel/ids';
import { GrantedAccess } from '../../access/granted-access';
import type { IncomingRequest } from '../../access/incoming-request';
import type { DatabaseContext, InTransaction } from '../../platform/database/transaction';
import type { AccountNotice } from './account-notice';
import { AccountNotices } from './account-notices';
import { SessionsService } from './sessions.service';
import { SignInAudit } from './sign-in-audit';

/** Ends all that a password let in, when it becomes another, and tells its owner. */
@Injectable()
export class PasswordAccess {
  constructor(
    private readonly sessions: SessionsService,
    private readonly granted: GrantedAccess,
    private readonly notices: AccountNotices,
    private readonly audit: SignInAudit,
  ) {}

  async end(
    tx: InTransaction<DatabaseContext>,
    userId: UserId,
    { notice, except, resetBy }: { notice: AccountNotice; except?: SessionId; resetBy?: IncomingRequest },
  ): Promise<void> {
    await this.sessions.endAll(tx, userId, except);
    await this.granted.endAll(tx, userId);
    await this.notices.send(tx, userId, notice);
    if (resetBy) await this.audit.passwordReset(tx, resetBy, userId);
  }
}
