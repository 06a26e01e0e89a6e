import { Injectable } from '@nestjs/common';
import type { IncomingRequest } from '../../../access/incoming-request';
import { NO_TRANSACTION } from '../../../platform/database/database';
import type { DatabaseContext, InTransaction } from '../../../platform/database/transaction';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { Jobs } from '../../../platform/jobs/jobs';
import { memberTopic } from '../../hierarchy';
import { ChangeForAnotherAccount, ChangeLinkInvalid, EmailManaged } from '../accounts.errors';
import { PasswordAccessService } from '../password/password-access.service';
import { SendPasswordResetJob } from '../password/send-password-reset.job';
import { emailKey } from '../profile/email-address';
import { DirectSessionsService } from '../sessions/direct-sessions.service';
import { SignInAuditService } from '../sign-in/sign-in-audit.service';
import { EmailAddressesRepository } from './email-addresses.repository';
import { type EmailChange, EmailChangeTokensService } from './email-change-tokens.service';
import { SendEmailChangedJob } from './send-email-changed.job';

/**
 * Changes the address of an account with the link that is mailed to the new address, and restores the previous one with the
 * link that is mailed to it.
 */
@Injectable()
export class EmailChangeService {
  constructor(
    private readonly sessions: DirectSessionsService,
    private readonly tokens: EmailChangeTokensService,
    private readonly addresses: EmailAddressesRepository,
    private readonly access: PasswordAccessService,
    private readonly audit: SignInAuditService,
    private readonly transactions: TransactionRunner,
    private readonly jobs: Jobs,
  ) {}

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
