import type { DataSource, MigrationInterface } from 'typeorm';
import {
  createMigrationSource,
  MIGRATION_SETTINGS,
} from '../../../../../src/platform/database/migrations/migration-source';
import { cloneDatabase } from '../../../../support/database';

/** Connections to a new database with the current schema. The caller destroys them. */
export async function migratedSource(): Promise<DataSource> {
  return createMigrationSource(await cloneDatabase(), MIGRATION_SETTINGS).initialize();
}

/** Reverts or applies one migration of a database, whatever the others are. */
export async function step(
  source: DataSource,
  migration: new () => MigrationInterface,
  direction: 'up' | 'down',
): Promise<void> {
  const runner = source.createQueryRunner();
  await runner.startTransaction();
  await new migration()[direction](runner);
  await runner.commitTransaction();
  await runner.release();
}

/** Reverts a migration and all later ones. */
export async function revertFrom(
  databaseUrl: string,
  migration: new () => MigrationInterface,
): Promise<void> {
  const source = await createMigrationSource(databaseUrl, MIGRATION_SETTINGS).initialize();
  const names = MIGRATION_SETTINGS.migrations.map(({ name }) => name);
  for (let at = names.indexOf(migration.name); at < names.length; at += 1) await source.undoLastMigration();
  await source.destroy();
}
