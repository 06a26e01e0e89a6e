import { Injectable } from '@nestjs/common';
import type { SessionId, UserId } from '../../kernel/ids';
import { type AccessEnd, GrantedAccess } from '../../access/granted-access';
import type { IncomingRequest } from '../../access/incoming-request';
import type { DatabaseContext, InTransaction } from '../../platform/database/transaction';
import type { AccountNotice } from './account-notice';
import { AccountNotices } from './account-notices';
import { SessionsService } from './sessions.service';
import { SignInAudit } from './sign-in-audit';
import { UsersRepository } from './users.repository';

export interface EndOfAccess {
  /** What its owner is told. */
  notice: AccountNotice;
  because?: AccessEnd;
  /** The session that stays. */
  except?: SessionId;
  /** The request of a password reset, for the audit log. */
  resetBy?: IncomingRequest;
}

/** What a password lets in: when it becomes another, or a way in beside it closes, that ends, and its owner is told. */
@Injectable()
export class PasswordAccess {
  constructor(
    private readonly sessions: SessionsService,
    private readonly granted: GrantedAccess,
    private readonly notices: AccountNotices,
    private readonly audit: SignInAudit,
    private readonly users: UsersRepository,
  ) {}

  /** Whether a password lets the person in; it stays so until the transaction ends. */
  hold(tx: InTransaction<DatabaseContext>, userId: UserId): Promise<boolean> {
    return this.users.holdPassword(tx, userId);
  }

  async end(
    tx: InTransaction<DatabaseContext>,
    userId: UserId,
    { notice, because = 'password', except, resetBy }: EndOfAccess,
  ): Promise<void> {
    await this.sessions.endAll(tx, userId, except);
    await this.granted.endAll(tx, userId, because);
    await this.notices.send(tx, userId, notice);
    if (resetBy) await this.audit.passwordReset(tx, resetBy, userId);
  }
}
