import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import type { UserId } from '../../../kernel/ids';
import { Database, NO_TRANSACTION } from '../../../platform/database/database';
import { evenInDryRun } from '../../../platform/dry-run/dry-run';
import { statement } from '../../../platform/database/statement';
import type { DatabaseContext } from '../../../platform/database/transaction';
import { TooManyAttempts } from '../accounts.errors';
import { CredentialAttemptEntity } from './credential-attempt.entity';

/** Credentials that a signed-in user, or an attacker with the password, could guess; and mails to addresses of their choice. */
export type GuessedCredential = 'password' | 'second-factor' | 'email-change';

/**
 * Failed attempts per window: passwords are mistyped more often; a code has a million values, three of them
 * valid. Requests for another address count whether or not they succeed.
 */
const MAX_ATTEMPTS: Readonly<Record<GuessedCredential, number>> = {
  password: 10,
  'second-factor': 5,
  'email-change': 5,
};
const WINDOW_MS = 15 * 60_000;

// One statement: concurrent attempts cannot exceed the limit.
const TAKE = statement(
  'credential-attempts.take',
  `insert into credential_attempts as attempts (user_id, kind, count, since) values ($1, $2, 1, $3)
   on conflict (user_id, kind) do update set
     count = case when attempts.since <= $4 then 1 else attempts.count + 1 end,
     since = case when attempts.since <= $4 then $3 else attempts.since end
   where attempts.since <= $4 or attempts.count < $5
   returning count`,
);

/**
 * Counts attempts per user. Stored in the database instead of the rate limiter: the limit applies on every
 * replica, across restarts, and with rate limits disabled.
 */
@Injectable()
export class CredentialAttemptsRepository {
  constructor(private readonly database: Database) {}

  /**
   * Never call this in a transaction: rolling back a failed attempt must not roll back its count. Throws if no
   * attempt is left.
   */
  async take(userId: UserId, kind: GuessedCredential): Promise<{ isLast: boolean }> {
    const now = clock.now();
    const isOver = new Date(now.getTime() - WINDOW_MS);
    const values = [userId, kind, now, isOver, MAX_ATTEMPTS[kind]];
    const [taken] = await evenInDryRun(() =>
      this.database.query<{ count: number }>(NO_TRANSACTION, TAKE, values),
    );
    if (taken) return { isLast: taken.count === MAX_ATTEMPTS[kind] };
    const attempts = await this.database
      .repository(NO_TRANSACTION, CredentialAttemptEntity)
      .findOneBy({ userId, kind });
    const endsAtMs = (attempts?.since ?? now).getTime() + WINDOW_MS;
    throw new TooManyAttempts(Math.max(1, Math.ceil((endsAtMs - now.getTime()) / 1000)));
  }

  async clear(context: DatabaseContext, userId: UserId, kind: GuessedCredential): Promise<void> {
    await evenInDryRun(() =>
      this.database.repository(context, CredentialAttemptEntity).delete({ userId, kind }),
    );
  }
}
