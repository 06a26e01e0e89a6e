import { Injectable } from '@nestjs/common';
import type { SessionId, UserId } from '../../../kernel/ids';
import { type RevocationReason, CredentialRevocation } from '../../../access/credential-revocation';
import type { IncomingRequest } from '../../../access/incoming-request';
import type { DatabaseContext, InTransaction } from '../../../platform/database/transaction';
import type { AccountNotice } from '../profile/account-notice';
import { AccountNoticesService } from '../profile/account-notices.service';
import { SessionsService } from '../sessions/sessions.service';
import { SignInAuditService } from '../sign-in/sign-in-audit.service';
import { UsersRepository } from '../users.repository';

export interface EndOfAccess {
  /** The notice that the user receives. */
  notice: AccountNotice;
  because?: RevocationReason;
  /** The session that is not revoked. */
  except?: SessionId;
  /** The password reset request, for the audit log. */
  resetBy?: IncomingRequest;
}

/**
 * Revokes the access that a password gave when the password or an alternative to it changes, and notifies
 * the user.
 */
@Injectable()
export class PasswordAccessService {
  constructor(
    private readonly sessions: SessionsService,
    private readonly granted: CredentialRevocation,
    private readonly notices: AccountNoticesService,
    private readonly audit: SignInAuditService,
    private readonly users: UsersRepository,
  ) {}

  /** Whether the user can sign in with a password. Locked until the transaction ends. */
  lock(tx: InTransaction<DatabaseContext>, userId: UserId): Promise<boolean> {
    return this.users.lockPassword(tx, userId);
  }

  async end(
    tx: InTransaction<DatabaseContext>,
    userId: UserId,
    { notice, because = 'password', except, resetBy }: EndOfAccess,
  ): Promise<void> {
    await this.sessions.endAll(tx, userId, except);
    await this.granted.endAll(tx, userId, because);
    await this.notices.send(tx, userId, notice);
    if (resetBy) await this.audit.byLink(tx, resetBy, userId, 'auth.resetPassword');
  }
}
