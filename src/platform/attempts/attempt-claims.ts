import { clock } from '../../kernel/clock';
import { newUuid } from '../crypto/random';
import { type Database, NO_TRANSACTION } from '../database/database';
import type { Statement } from '../database/statement';
import type { TransactionRunner } from '../database/transaction-runner';

/** Rows that wait for an attempt. Those of an organization for one receiver are a queue. */
export interface WaitingRows {
  readonly table: string;
  /** The column that identifies the receiver. */
  readonly receiver: string;
  /** The condition of the partial index on the organization, the receiver and `due_at`. */
  readonly condition: string;
}

/**
 * The relation `queues`, for `with recursive`: each queue with the time at which its first row is due. From one queue to the next with
 * the index: as many steps as queues, not as many as rows.
 */
export function queuesOf({ table, receiver, condition }: WaitingRows): string {
  const next = (after = '') => `select organization_id, ${receiver}, due_at from ${table}
      where ${condition}${after} order by organization_id, ${receiver}, due_at limit 1`;
  return `queues as (
    (${next()})
    union all
    select following.organization_id, following.${receiver}, following.due_at
    from queues cross join lateral (
      ${next(` and (organization_id, ${receiver}) > (queues.organization_id, queues.${receiver})`)}) as following
  )`;
}

/** Whether a row is due at $1. */
export function hasDueRow(rows: WaitingRows): string {
  return `with recursive ${queuesOf(rows)} select exists (select from queues where due_at <= $1) as "hasDue"`;
}

interface ClaimStatements {
  readonly hasDue: Statement;
  /** Tries an advisory lock, and returns whether it is acquired as `isAcquired`. */
  readonly lock: Statement;
  /** Claims due rows, and returns them. $1: now, $2: the claim, $3: the end of the lease, and then what `claim` is given. */
  readonly claim: Statement;
  /** A row whose worker was killed is due again after this time. Longer than an attempt takes. */
  readonly leaseMs: number;
}

/**
 * Claims of rows: a process that has claimed one is the only one that attempts it, until the lease ends. `due_at` is the end of the
 * lease during an attempt.
 */
export class AttemptClaims<Claimed> {
  constructor(
    private readonly database: Database,
    private readonly transactions: TransactionRunner,
    private readonly statements: ClaimStatements,
  ) {}

  async hasDue(): Promise<boolean> {
    const { hasDue } = this.statements;
    const [row] = await this.database.query<{ hasDue: boolean }>(NO_TRANSACTION, hasDue, [clock.now()]);
    return row!.hasDue;
  }

  /** None while another process claims some, because the limits count for all processes. */
  claim(valuesFor: (leaseEndMs: number) => readonly unknown[]): Promise<Claimed[]> {
    const { lock, claim, leaseMs } = this.statements;
    return this.transactions.runQuietly(NO_TRANSACTION, async (tx) => {
      // In a statement of its own, so that the next one sees what the previous process has claimed.
      const [row] = await this.database.query<{ isAcquired: boolean }>(tx, lock, []);
      if (!row!.isAcquired) return [];
      const now = clock.now();
      const leaseEndMs = now.getTime() + leaseMs;
      const values = [now, newUuid(), new Date(leaseEndMs), ...valuesFor(leaseEndMs)];
      return this.database.query<Claimed>(tx, claim, values);
    });
  }
}
