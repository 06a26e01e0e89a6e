import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { IncomingRequest } from '../../access/incoming-request';
import { RateLimits } from '../../access/rate-limits';
import { NO_TRANSACTION } from '../../platform/database/database';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { Jobs } from '../../platform/jobs/jobs';
import { ResetTokenInvalid } from './accounts.errors';
import { emailKey } from './email-address';
import { refusePasswordOfPerson } from './new-password';
import { PasswordAccess } from './password-access';
import { PasswordHasher } from './password-hasher';
import { PasswordResetsRepository } from './password-resets.repository';
import { resetTokenDigest } from './reset-token';
import { SendPasswordReset } from './send-password-reset.job';
import { UsersRepository } from './users.repository';

/** Lets people who forgot their password set a new one. */
@Injectable()
export class PasswordResetService {
  constructor(
    private readonly limits: RateLimits,
    private readonly transactions: TransactionRunner,
    private readonly jobs: Jobs,
    private readonly resets: PasswordResetsRepository,
    private readonly hasher: PasswordHasher,
    private readonly users: UsersRepository,
    private readonly access: PasswordAccess,
  ) {}

  /**
   * Asks for a mail. Whether the address has an account is found out in the background: here known and unknown ones
   * take the same steps in the same time.
   */
  async request(request: IncomingRequest, email: string): Promise<void> {
    const key = emailKey(email);
    // Counted under a digest: the counters' store is no place to keep people's addresses.
    await this.limits.signIn(
      request.rate,
      'forgot-password',
      createHash('sha256').update(key).digest('base64url'),
    );
    await this.transactions.run(NO_TRANSACTION, (tx) =>
      this.jobs.enqueue(tx, SendPasswordReset, { email: key }),
    );
  }

  /** Sets the password and ends every session, also a thief's. Memberships stay as they are. */
  async reset(request: IncomingRequest, token: string, password: string): Promise<void> {
    const digest = resetTokenDigest(token);
    // Asked before the work of hashing, which nobody gets done with a made-up token.
    const owner = await this.resets.owner(NO_TRANSACTION, digest);
    if (owner === null) throw new ResetTokenInvalid();
    refusePasswordOfPerson('password', password, owner);
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
