import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { sqlState } from '../database-errors';

/** Writes one line for the operator. */
export type Report = (message: string, details: Readonly<Record<string, unknown>>) => void;

const LOCK_TIMEOUT = '55P03';
/** A pause in which queries that queued behind a migration can run. */
const PAUSE_MS = 1_000;
const REPORT_EVERY_MS = 10_000;

const BLOCKERS = `
  select lock.locktype as "lockType", lock.relation::regclass::text as table, holder.pid,
    holder.application_name as application, holder.state
  from pg_locks lock
  cross join unnest(pg_blocking_pids(lock.pid)) as blocking (pid)
  left join pg_stat_activity holder on holder.pid = blocking.pid
  where lock.pid = $1 and not lock.granted`;

interface Blocker {
  lockType: string;
  table: string | null;
  pid: number;
  application: string;
  state: string;
}

/** Retries statements that a lock timeout canceled. Reports slow ones: their duration and the process they wait for. */
export class MigrationProgress {
  constructor(
    private readonly pool: Pool,
    /** The server process of the connection that migrates. */
    private readonly pid: number,
    private readonly lockTimeoutMs: number,
    private readonly report: Report,
  ) {}

  async during<T>(step: string, work: () => Promise<T>): Promise<T> {
    const beganMs = performance.now();
    const watching = this.watch(step, beganMs);
    try {
      return await this.untilUnlocked(work);
    } finally {
      clearInterval(watching);
    }
  }

  private async untilUnlocked<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (sqlState(error) !== LOCK_TIMEOUT) throw error;
        await delay(Math.min(PAUSE_MS, this.lockTimeoutMs));
      }
    }
  }

  /** Runs once during every wait, because the blocking process cannot be determined after the statement is canceled. */
  private watch(step: string, beganMs: number): NodeJS.Timeout {
    let reportedMs = 0;
    const look = async (): Promise<void> => {
      const elapsedMs = Math.round(performance.now() - beganMs);
      const { rows } = await this.pool.query<Blocker>(BLOCKERS, [this.pid]);
      if (rows.length === 0 && elapsedMs - reportedMs < REPORT_EVERY_MS) return;
      reportedMs = elapsedMs;
      if (rows.length === 0) this.report('migrating', { step, elapsedMs });
      else this.report('migration waits for a lock', { step, elapsedMs, ...describe(rows) });
    };
    // A failure of this check must not stop the migration.
    const watching = setInterval(() => void look().catch(() => undefined), this.lockTimeoutMs / 2);
    return watching.unref();
  }
}

function describe(blockers: Blocker[]): Record<string, unknown> {
  const { table, lockType } = blockers[0]!;
  return {
    lock: table === null ? lockType : `table ${table}`,
    heldBy: blockers.map(
      ({ pid, application, state }) => `pid ${pid} (${application || 'unnamed'}, ${state})`,
    ),
  };
}
