import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import type { UserId } from '../../kernel/ids';
import { Database, NO_TRANSACTION } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import type { DatabaseContext } from '../../platform/database/transaction';

/** What somebody may guess at who is signed in, or has the password already. */
export type GuessedCredential = 'password' | 'second-factor';

const MOST = 10;
const WINDOW_MS = 15 * 60_000;

// One statement: however many try at once, no more than the most get through.
const TAKE = statement(
  'credential-attempts.take',
  `insert into credential_attempts as attempts (user_id, kind, count, since) values ($1, $2, 1, $3)
   on conflict (user_id, kind) do update set
     count = case when attempts.since <= $4 then 1 else attempts.count + 1 end,
     since = case when attempts.since <= $4 then $3 else attempts.since end
   where attempts.since <= $4 or attempts.count < $5
   returning 1`,
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

  /** Never in a transaction: what a failed guess rolls back must not roll back its count. Null when there is one left. */
  async take(userId: UserId, kind: GuessedCredential): Promise<{ retryAfterSeconds: number } | null> {
    const now = clock.now();
    const isOver = new Date(now.getTime() - WINDOW_MS);
    const taken = await this.database.query(NO_TRANSACTION, TAKE, [userId, kind, now, isOver, MOST]);
    if (taken.length > 0) return null;
    const [row] = await this.database.query<{ since: string }>(NO_TRANSACTION, SINCE, [userId, kind]);
    const endsAtMs = (row ? Date.parse(row.since) : now.getTime()) + WINDOW_MS;
    return { retryAfterSeconds: Math.max(1, Math.ceil((endsAtMs - now.getTime()) / 1000)) };
  }

  async clear(context: DatabaseContext, userId: UserId, kind: GuessedCredential): Promise<void> {
    await this.database.query(context, CLEAR, [userId, kind]);
  }
}
