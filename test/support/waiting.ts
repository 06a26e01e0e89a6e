import type pg from 'pg';
import { vi } from 'vitest';
import type { TestApp } from './app';

/** Resolves when a statement waits for a lock of `holder`, or when `action` is complete without waiting. */
export async function waitsOrCompletes(
  holder: pg.Client,
  action: Promise<unknown>,
  sql: Pick<pg.Pool, 'query'>,
): Promise<void> {
  let isComplete = false;
  const complete = () => (isComplete = true);
  void action.then(complete, complete);
  const { processID } = holder as unknown as { processID: number };
  for (;;) {
    const { rowCount } = await sql.query(
      'select from pg_stat_activity where $1::int = any (pg_blocking_pids(pid))',
      [processID],
    );
    if (isComplete || rowCount !== 0) return;
  }
}

/**
 * Starts work that waits for `lock`, runs `act` meanwhile, releases the lock when the work has waited for longer than a write
 * of one statement can wait (decision 0080), and returns the result of the work.
 */
export async function whileLocked<T>(
  app: TestApp,
  lock: string,
  { begin, act = () => Promise.resolve() }: { begin: () => Promise<T>; act?: () => Promise<unknown> },
): Promise<T> {
  const holder = await app.sql.connect();
  try {
    await holder.query('begin');
    await holder.query(lock);
    const begun = begin();
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    const isWaiting = async () => (await app.sql.query(waiting)).rows.length > 0;
    const isLong = `${waiting} and query_start < clock_timestamp() - interval '300 ms'`;
    const hasWaited = async () => (await app.sql.query(isLong)).rows.length > 0;
    await vi.waitUntil(isWaiting);
    await act();
    await vi.waitUntil(hasWaited);
    await holder.query('rollback');
    return await begun;
  } finally {
    await holder.query('rollback').catch(() => undefined);
    holder.release();
  }
}
