import { Injectable } from '@nestjs/common';
import type { IncomingRequest } from '../../../access/incoming-request';
import type { UserContext } from '../../../access/principal';
import { NO_TRANSACTION } from '../../../platform/database/database';
import type { DatabaseContext, InTransaction } from '../../../platform/database/transaction';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { Jobs } from '../../../platform/jobs/jobs';
import { SUCCESS } from '../../../rpc/schema';
import { memberTopic } from '../../hierarchy';
import { ChangeForAnotherAccount, ChangeLinkInvalid, EmailManaged, EmailUnchanged } from '../accounts.errors';
import { PasswordAccessService } from '../password/password-access.service';
import { ReauthenticationService } from '../password/reauthentication.service';
import { SendPasswordResetJob } from '../password/send-password-reset.job';
import { emailKey } from '../profile/email-address';
import { DirectSessionsService } from '../sessions/direct-sessions.service';
import { CredentialAttemptsRepository } from '../sign-in/credential-attempts.repository';
import { SignInAuditService } from '../sign-in/sign-in-audit.service';
import { UsersRepository } from '../users.repository';
import { EmailAddressesRepository } from './email-addresses.repository';
import { type EmailChange, EmailChangeTokensService } from './email-change-tokens.service';
import { SendEmailChangeJob } from './send-email-change.job';
import { SendEmailChangedJob } from './send-email-changed.job';

/**
 * Changes the address of an account: requested in a session, confirmed with a link that is mailed to the new address, and
 * reversible for a week with a link that is mailed to the previous one.
 */
@Injectable()
export class EmailChangeService {
  constructor(
    private readonly proof: ReauthenticationService,
    private readonly attempts: CredentialAttemptsRepository,
    private readonly sessions: DirectSessionsService,
    private readonly tokens: EmailChangeTokensService,
    private readonly users: UsersRepository,
    private readonly addresses: EmailAddressesRepository,
    private readonly access: PasswordAccessService,
    private readonly audit: SignInAuditService,
    private readonly transactions: TransactionRunner,
    private readonly jobs: Jobs,
  ) {}

  /** Reauthenticates, which is slow. The returned function requests the mail. */
  async prepare(context: UserContext, { email, password }: { email: string; password?: string | undefined }) {
    const { userId, credential } = context.person;
    if (credential.kind === 'session' && credential.signOnOrganizationId !== null) throw new EmailManaged();
    await this.proof.byPasswordOrSignIn(context.person, password);
    // Every request mails an address that the user chooses.
    await this.attempts.take(userId, 'email-change');
    return (inside: UserContext) =>
      this.transactions.run(inside, async (tx) => {
        if ((await this.users.lockEmail(tx, userId)) === emailKey(email)) throw new EmailUnchanged();
        if (await this.addresses.isManaged(tx, userId)) throw new EmailManaged();
        await this.jobs.enqueue(tx, SendEmailChangeJob, { userId, email });
        return SUCCESS;
      });
  }

  /**
   * Uses the link in the mail to the new address. The link alone is not enough: its reader must be signed in to the account.
   * Otherwise an account could be attached to the mailbox of a stranger who opens every link.
   */
  async confirm(request: IncomingRequest, token: string): Promise<void> {
    const change = this.tokens.read('change', token);
    if (change === null) throw new ChangeLinkInvalid();
    if ((await this.sessions.userOf(request)) !== change.userId) throw new ChangeForAnotherAccount();
    await this.transactions.run(NO_TRANSACTION, async (tx) => {
      if (await this.addresses.isManaged(tx, change.userId)) throw new EmailManaged();
      const previous = await this.move(tx, change);
      const reversal = { userId: change.userId, fromKey: emailKey(change.to), to: previous };
      await this.jobs.enqueue(tx, SendEmailChangedJob, reversal);
      await this.audit.byLink(tx, request, change.userId, 'auth.confirmEmailChange');
    });
  }

  /**
   * Uses the link in the mail to the previous address: the account gets it again. All sessions and what they granted end, the
   * password no longer works, and a link for a new one is mailed. No one needs to be signed in: an attacker may have changed
   * the password too.
   */
  async restore(request: IncomingRequest, token: string): Promise<void> {
    const reversal = this.tokens.read('reversal', token);
    if (reversal === null) throw new ChangeLinkInvalid();
    const { userId } = reversal;
    await this.transactions.run(NO_TRANSACTION, async (tx) => {
      await this.move(tx, reversal);
      await this.addresses.dropPassword(tx, userId);
      await this.access.end(tx, userId, { notice: 'email-restored' });
      await this.jobs.enqueue(tx, SendPasswordResetJob, { email: emailKey(reversal.to) });
      await this.audit.byLink(tx, request, userId, 'auth.restoreEmail');
    });
  }

  /** Returns the previous address. */
  private async move(
    tx: InTransaction<DatabaseContext>,
    { userId, fromKey, to }: EmailChange,
  ): Promise<string> {
    const previous = await this.addresses.move(tx, userId, { fromKey, to });
    // The account may have got another address since.
    if (previous === null) throw new ChangeLinkInvalid();
    tx.transaction.invalidate(memberTopic(userId));
    return previous;
  }
}
