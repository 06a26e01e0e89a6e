import type pg from 'pg';

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
