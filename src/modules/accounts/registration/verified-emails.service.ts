import { Injectable } from '@nestjs/common';
import type { UserId } from '../../../kernel/ids';
import type { DatabaseContext, InTransaction } from '../../../platform/database/transaction';
import { Jobs } from '../../../platform/jobs/jobs';
import { SendEmailConfirmationJob } from '../email-confirmation/send-email-confirmation.job';
import { AccountNoticesService } from '../profile/account-notices.service';
import { PasswordAccessService } from '../password/password-access.service';
import { UsersRepository } from '../users.repository';

/** Resolves accounts for users who prove that an address is theirs. */
@Injectable()
export class VerifiedEmailsService {
  constructor(
    private readonly users: UsersRepository,
    private readonly access: PasswordAccessService,
    private readonly notices: AccountNoticesService,
    private readonly jobs: Jobs,
  ) {}

  /** Mails a link with which the user of a new account confirms its address. */
  requestConfirmation(tx: InTransaction<DatabaseContext>, userId: UserId): Promise<void> {
    return this.jobs.enqueue(tx, SendEmailConfirmationJob, { userId });
  }

  isConfirmed(context: DatabaseContext, userId: UserId): Promise<boolean> {
    return this.users.isConfirmed(context, userId);
  }

  /** Locks the account until the transaction ends; true when its address is confirmed. */
  lock(tx: InTransaction<DatabaseContext>, userId: UserId): Promise<boolean> {
    return this.users.lockConfirmation(tx, userId);
  }

  /** For an account that was created with a verified address. */
  async confirm(tx: InTransaction<DatabaseContext>, userId: UserId): Promise<void> {
    await this.users.confirmEmail(tx, userId, { dropsPassword: false });
  }

  /** For an existing account to which a sign-in provider is linked. */
  async takeOver(tx: InTransaction<DatabaseContext>, userId: UserId): Promise<void> {
    if (!(await this.endUnproved(tx, userId))) await this.notices.send(tx, userId, 'provider-joined');
  }

  /**
   * If the address was never verified, the account may have been created by an attacker in advance: its
   * password, sessions, applications and tokens are revoked. False if the address was already verified.
   */
  async endUnproved(tx: InTransaction<DatabaseContext>, userId: UserId): Promise<boolean> {
    if (!(await this.users.confirmEmail(tx, userId, { dropsPassword: true }))) return false;
    await this.access.end(tx, userId, { notice: 'account-taken-over', because: 'mailbox' });
    return true;
  }
}
