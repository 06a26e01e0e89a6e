import { Injectable } from '@nestjs/common';
import type { IncomingRequest } from '../../../access/incoming-request';
import { RateLimits } from '../../../access/rate-limits';
import { sha256Text } from '../../../platform/crypto/digest';
import { NO_TRANSACTION } from '../../../platform/database/database';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { Jobs } from '../../../platform/jobs/jobs';
import { ConfirmationForAnotherAccount, ConfirmationLinkInvalid } from '../accounts.errors';
import { emailKey } from '../profile/email-address';
import { DirectSessionsService } from '../sessions/direct-sessions.service';
import { UsersRepository } from '../users.repository';
import { EmailConfirmationTokensService } from './email-confirmation-tokens.service';
import { SendEmailConfirmationJob } from './send-email-confirmation.job';

/**
 * Confirms the address of an account. The link alone is not enough: its reader must be signed in to the account.
 * Otherwise the owner of an address could confirm the account of an attacker who registered the address first.
 */
@Injectable()
export class EmailConfirmationService {
  constructor(
    private readonly sessions: DirectSessionsService,
    private readonly tokens: EmailConfirmationTokensService,
    private readonly users: UsersRepository,
    private readonly transactions: TransactionRunner,
    private readonly limits: RateLimits,
    private readonly jobs: Jobs,
  ) {}

  /**
   * Requests another mail. A background job looks up the account, so that every address takes the same steps and the same
   * time.
   */
  async resend(request: IncomingRequest, email: string): Promise<void> {
    const key = emailKey(email);
    // Counted under a digest, so that the counters contain no addresses.
    await this.limits.signIn(request.rate, 'resend-confirmation', sha256Text(key, 'base64url'));
    await this.transactions.run(NO_TRANSACTION, (tx) =>
      this.jobs.enqueue(tx, SendEmailConfirmationJob, { email: key }),
    );
  }

  async confirm(request: IncomingRequest, token: string): Promise<void> {
    const mailed = this.tokens.read(token);
    if (mailed === null) throw new ConfirmationLinkInvalid();
    const { userId } = mailed;
    if ((await this.sessions.userOf(request)) !== userId) throw new ConfirmationForAnotherAccount();
    await this.transactions.run(NO_TRANSACTION, async (tx) => {
      // The account may have got another address since.
      if ((await this.users.lockEmail(tx, userId)) !== mailed.emailKey) throw new ConfirmationLinkInvalid();
      await this.users.confirmEmail(tx, userId, { dropsPassword: false });
    });
  }
}
