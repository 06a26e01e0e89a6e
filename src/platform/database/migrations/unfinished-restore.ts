import type { QueryRunner } from 'typeorm';

/** A table that exists while a restore writes the database, and after a restore that was interrupted. */
export const UNFINISHED_RESTORE = 'unfinished_restore';

/** A service on a part of a backup would show lost data as deleted, and add rows that the next attempt deletes. */
export async function assertRestored(runner: QueryRunner): Promise<void> {
  const [found] = (await runner.query(
    `select to_regclass('${UNFINISHED_RESTORE}') is not null as "exists"`,
  )) as [{ exists: boolean }];
  if (found.exists)
    throw new Error('A restore of this database is running or was interrupted; run trestle restore again');
}
