import { Injectable } from '@nestjs/common';
import type { IncomingRequest } from '../../../access/incoming-request';
import { RateLimits } from '../../../access/rate-limits';
import { NO_TRANSACTION } from '../../../platform/database/database';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { Jobs } from '../../../platform/jobs/jobs';
import { ResetTokenInvalid } from '../accounts.errors';
import { emailKey } from '../profile/email-address';
import { rejectPasswordOfPerson } from './new-password';
import { PasswordAccessService } from './password-access.service';
import { PasswordHasherService } from './password-hasher.service';
import { PasswordResetsRepository } from './password-resets.repository';
import { resetTokenDigest } from './reset-token';
import { SendPasswordResetJob } from './send-password-reset.job';
import { UsersRepository } from '../users.repository';
import { sha256Text } from '../../../platform/crypto/digest';

/** Resets forgotten passwords. */
@Injectable()
export class PasswordResetService {
  constructor(
    private readonly limits: RateLimits,
    private readonly transactions: TransactionRunner,
    private readonly jobs: Jobs,
    private readonly resets: PasswordResetsRepository,
    private readonly hasher: PasswordHasherService,
    private readonly users: UsersRepository,
    private readonly access: PasswordAccessService,
  ) {}

  /**
   * Requests a mail. A background job looks up the account, so that known and unknown addresses take the same
   * steps and the same time.
   */
  async request(request: IncomingRequest, email: string): Promise<void> {
    const key = emailKey(email);
    // Counted under a digest, so that the counters contain no addresses.
    await this.limits.signIn(request.rate, 'forgot-password', sha256Text(key, 'base64url'));
    await this.transactions.run(NO_TRANSACTION, (tx) =>
      this.jobs.enqueue(tx, SendPasswordResetJob, { email: key }),
    );
  }

  /** Sets the password and ends every session. Memberships do not change. */
  async reset(request: IncomingRequest, token: string, password: string): Promise<void> {
    const digest = resetTokenDigest(token);
    // Checked before hashing, so that an invalid token causes no expensive work.
    const owner = await this.resets.owner(NO_TRANSACTION, digest);
    if (owner === null) throw new ResetTokenInvalid();
    rejectPasswordOfPerson('password', password, owner);
    const passwordHash = await this.hasher.hash(password);
    await this.transactions.run(NO_TRANSACTION, async (tx) => {
      const userId = await this.resets.consume(tx, digest);
      if (userId === null) throw new ResetTokenInvalid();
      await this.users.setPassword(tx, userId, passwordHash);
      await this.users.confirmEmail(tx, userId, { dropsPassword: false });
      await this.access.end(tx, userId, { notice: 'password-reset', resetBy: request });
    });
  }
}
