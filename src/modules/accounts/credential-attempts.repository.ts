import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import type { UserId } from '../../kernel/ids';
import { Database, NO_TRANSACTION } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import type { DatabaseContext } from '../../platform/database/transaction';
import { TooManyAttempts } from './accounts.errors';

/** What somebody may guess at who is signed in, or has the password already. */
export type GuessedCredential = 'password' | 'second-factor';

/** Wrong tries in a window: a password is mistyped more often, and a code has a million values and three that are right. */
const MOST: Readonly<Record<GuessedCredential, number>> = { password: 10, 'second-factor': 5 };
const WINDOW_MS = 15 * 60_000;

// One statement: however many try at once, no more than the most get through.
const TAKE = statement(
  'credential-attempts.take',
  `insert into credential_attempts as attempts (user_id, kind, count, since) values ($1, $2, 1, $3)
   on conflict (user_id, kind) do update set
     count = case when attempts.since <= $4 then 1 else attempts.count + 1 end,
     since = case when attempts.since <= $4 then $3 else attempts.since end
   where attempts.since <= $4 or attempts.count < $5
   returning count`,
);

const SINCE = statement(
  'credential-attempts.since',
  'select since from credential_attempts where user_id = $1 and kind = $2',
);

const CLEAR = statement(
  'credential-attempts.clear',
  'delete from credential_attempts where user_id = $1 and kind = $2',
);

/**
 * Counts guesses by person. In the database, not among the rate limits: these hold on every replica, through restarts,
 * and where rate limits are off.
 */
@Injectable()
export class CredentialAttemptsRepository {
  constructor(private readonly database: Database) {}

  /** Never in a transaction: what a failed guess rolls back must not roll back its count. Refuses when none is left. */
  async take(userId: UserId, kind: GuessedCredential): Promise<{ isLast: boolean }> {
    const now = clock.now();
    const isOver = new Date(now.getTime() - WINDOW_MS);
    const values = [userId, kind, now, isOver, MOST[kind]];
    const [taken] = await this.database.query<{ count: number }>(NO_TRANSACTION, TAKE, values);
    if (taken) return { isLast: taken.count === MOST[kind] };
    const [row] = await this.database.query<{ since: string }>(NO_TRANSACTION, SINCE, [userId, kind]);
    const endsAtMs = (row ? Date.parse(row.since) : now.getTime()) + WINDOW_MS;
    throw new TooManyAttempts(Math.max(1, Math.ceil((endsAtMs - now.getTime()) / 1000)));
  }

  async clear(context: DatabaseContext, userId: UserId, kind: GuessedCredential): Promise<void> {
    await this.database.query(context, CLEAR, [userId, kind]);
  }
}
