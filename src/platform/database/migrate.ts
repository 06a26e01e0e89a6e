import type { DataSource } from 'typeorm';
import type { ClientBase } from 'pg';
import { migrateQueue } from './queue-schema';

/** Any fixed number: all Trestle processes on one database agree on it. */
const MIGRATION_LOCK = 7_266_383;

/** Brings the schema up to date. Replicas that start together queue on an advisory lock; the later ones find nothing to do. */
export async function migrate(dataSource: DataSource): Promise<string[]> {
  const lockHolder = dataSource.createQueryRunner();
  const client = (await lockHolder.connect()) as ClientBase;
  try {
    // A long migration elsewhere must not cancel this wait, nor a long statement here the migration.
    await client.query('set statement_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await refuseNewerSchema(dataSource, client);
    const applied = await dataSource.runMigrations();
    await migrateQueue((dataSource.options as { url: string }).url);
    return applied.map((migration) => migration.name);
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
    await client.query('reset statement_timeout').catch(() => undefined);
    await lockHolder.release();
  }
}

/** An older release on a newer schema would write rows that the newer one cannot read. */
async function refuseNewerSchema(dataSource: DataSource, client: ClientBase): Promise<void> {
  const { rows: tables } = await client.query(`select to_regclass('schema_migrations') as found`);
  if ((tables[0] as { found: unknown }).found === null) return;
  const { rows } = await client.query('select name from schema_migrations');
  const known = new Set(
    dataSource.migrations.map((migration) => migration.name ?? migration.constructor.name),
  );
  const unknown = (rows as { name: string }[]).find((row) => !known.has(row.name));
  if (unknown) {
    throw new Error(
      `The database was migrated by a newer release (${unknown.name}); start that release or restore a backup`,
    );
  }
}
