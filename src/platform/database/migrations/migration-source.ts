import { DataSource, type MigrationInterface } from 'typeorm';
import { COMPATIBLE_SINCE, MIGRATIONS } from '../../../../migrations';
import { packageVersion } from '../../config/version';
import { FIRST_CONNECTION_TIMEOUT_MS } from '../startup/connect-retry';
import type { SchemaRelease } from './schema-release';

export interface MigrationSettings {
  migrations: (new () => MigrationInterface)[];
  /**
   * How long one statement waits for a lock. All later queries of a table queue behind a migration that waits for it, so
   * the migration gives up, lets them run and tries again.
   */
  lockTimeoutMs: number;
  release: SchemaRelease;
  /** Of a restore, which migrates a database that is marked as its own. */
  isOfRestore?: boolean;
}

export const MIGRATION_SETTINGS: MigrationSettings = {
  migrations: MIGRATIONS,
  lockTimeoutMs: 3_000,
  release: { version: packageVersion(), compatibleSince: COMPATIBLE_SINCE.name },
};

/** Connections without the limits of the service's pool: the duration of a migration depends on the size of its tables. */
export function createMigrationSource(
  url: string,
  { migrations, lockTimeoutMs }: Pick<MigrationSettings, 'migrations' | 'lockTimeoutMs'>,
): DataSource {
  const settings = [
    'timezone=UTC',
    'statement_timeout=0',
    'idle_in_transaction_session_timeout=0',
    `lock_timeout=${lockTimeoutMs}ms`,
  ];
  return new DataSource({
    type: 'postgres',
    url,
    migrations,
    migrationsTableName: 'schema_migrations',
    migrationsTransactionMode: 'each',
    extra: {
      // One migrates, the other watches what the first waits for.
      max: 2,
      options: settings.map((setting) => `-c ${setting}`).join(' '),
      application_name: 'trestle-migrate',
      connectionTimeoutMillis: FIRST_CONNECTION_TIMEOUT_MS,
      keepAlive: true,
    },
  });
}
