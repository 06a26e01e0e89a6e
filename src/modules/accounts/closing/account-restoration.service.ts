import { Injectable } from '@nestjs/common';
import type { IncomingRequest } from '../../../access/incoming-request';
import { NO_TRANSACTION } from '../../../platform/database/database';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { Jobs } from '../../../platform/jobs/jobs';
import { AccountLinkInvalid } from '../accounts.errors';
import { SendPasswordResetJob } from '../password/send-password-reset.job';
import { emailKey } from '../profile/email-address';
import { AccountClosingService } from './account-closing.service';
import { AccountRestorationLinksService } from './account-restoration-links.service';

/** Restores deleted accounts. */
@Injectable()
export class AccountRestorationService {
  constructor(
    private readonly links: AccountRestorationLinksService,
    private readonly closing: AccountClosingService,
    private readonly transactions: TransactionRunner,
    private readonly jobs: Jobs,
  ) {}

  /**
   * Uses the link in the mail: the account gets its name and address again, and a link for a new password is mailed. No one can be
   * signed in. Memberships do not return: administrators invite the user again. Throws EmailTaken if another account has the
   * address by now.
   */
  async restore(request: IncomingRequest, token: string): Promise<void> {
    const account = this.links.read(token);
    if (account === null) throw new AccountLinkInvalid();
    const context = { ...NO_TRANSACTION, requestId: request.id, person: { userId: account.userId } };
    await this.transactions.run(context, async (tx) => {
      if (!(await this.closing.reopen(tx, account))) throw new AccountLinkInvalid();
      await this.jobs.enqueue(tx, SendPasswordResetJob, { email: emailKey(account.email) });
    });
  }
}
