import { type DataSource, MigrationExecutor, type QueryRunner } from 'typeorm';
import type { ClientBase } from 'pg';
import { applyFunctions, planFunctions } from './apply-functions';
import { assertUtf8 } from './database-encoding';
import { LOCK_MIGRATION } from '../locks';
import { MigrationProgress, type Report } from './migration-progress';
import { createMigrationSource, MIGRATION_SETTINGS, type MigrationSettings } from './migration-source';
import { inTransaction } from './migration-transaction';
import { poolOf } from '../pool-of';
import { migrateQueue } from './queue-schema';
import { isLaterVersion, readSchemaRelease, type SchemaRelease, writeSchemaRelease } from './schema-release';
import { assertSupportedVersion } from './server-version';
import { assertRestored } from './unfinished-restore';

/** The names of the migrations and functions that were applied, or would be. */
export interface Migrated {
  migrations: string[];
  functions: string[];
}

const NOTHING: Migrated = { migrations: [], functions: [] };

/**
 * Brings the schema up to date. Of processes that start together, one migrates and the others wait for it. A schema of a newer
 * release is left as it is if this release works on it, and rejected otherwise (decision 0124).
 */
export function migrate(
  url: string,
  report: Report,
  settings: MigrationSettings = MIGRATION_SETTINGS,
): Promise<Migrated> {
  return onOneConnection(url, settings, async (source, runner) => {
    const { processID } = (await runner.connect()) as ClientBase & { processID: number };
    const progress = new MigrationProgress(poolOf(source), processID, settings.lockTimeoutMs, report);
    await assertSupportedVersion(runner);
    await assertUtf8(runner);
    await progress.during('lock', () => runner.query(LOCK_MIGRATION));
    if (!settings.isOfRestore) await assertRestored(runner);
    const newer = await newerRelease(runner, source, settings);
    if (newer !== null) {
      report('the schema is of a newer release, and left as it is', { version: newer.version });
      return NOTHING;
    }
    const beganMs = performance.now();
    // Before the first change, so that older releases know after an interrupted migration whether they work on its schema.
    await recordRelease(runner, settings);
    const migrations = await runPending(source, runner, progress);
    const functions = await progress.during('functions', () => applyFunctions(runner));
    await progress.during('job queue', () => migrateQueue(url));
    if (migrations.length + functions.length > 0) {
      const elapsedMs = Math.round(performance.now() - beganMs);
      report('migrated', { migrations: migrations.length, functions: functions.length, elapsedMs });
    }
    return { migrations, functions };
  });
}

/**
 * Applies the migrations of the settings and nothing else, for rows of an earlier release: functions and the job queue are
 * those of this release, which `migrate` adds.
 */
export function migrateTables(url: string, report: Report, settings: MigrationSettings): Promise<void> {
  return onOneConnection(url, settings, async (source, runner) => {
    const { processID } = (await runner.connect()) as ClientBase & { processID: number };
    const progress = new MigrationProgress(poolOf(source), processID, settings.lockTimeoutMs, report);
    await assertSupportedVersion(runner);
    await assertUtf8(runner);
    await progress.during('lock', () => runner.query(LOCK_MIGRATION));
    await runPending(source, runner, progress);
  });
}

/** What `migrate` would apply. Changes nothing, and waits for no lock; the changes of the job queue are not listed. */
export function planMigration(
  url: string,
  settings: MigrationSettings = MIGRATION_SETTINGS,
): Promise<Migrated> {
  return onOneConnection(url, settings, async (source, runner) => {
    await assertSupportedVersion(runner);
    await assertUtf8(runner);
    if (!settings.isOfRestore) await assertRestored(runner);
    if ((await newerRelease(runner, source, settings)) !== null) return NOTHING;
    const executed = await executedMigrations(runner);
    const migrations = namesOf(source).filter((name) => !executed.includes(name));
    return { migrations, functions: await planFunctions(runner) };
  });
}

/** Closes the connection afterwards, which also releases the lock of a migration. */
async function onOneConnection<T>(
  url: string,
  settings: MigrationSettings,
  work: (source: DataSource, runner: QueryRunner) => Promise<T>,
): Promise<T> {
  const source = createMigrationSource(url, settings);
  await source.initialize();
  const runner = source.createQueryRunner();
  try {
    return await work(source, runner);
  } finally {
    await runner.release();
    await source.destroy();
  }
}

async function runPending(
  source: DataSource,
  runner: QueryRunner,
  progress: MigrationProgress,
): Promise<string[]> {
  const executor = new MigrationExecutor(source, runner);
  const pending = await executor.getPendingMigrations();
  for (const migration of pending) {
    await progress.during(migration.name, () =>
      inTransaction(runner, () => executor.executeMigration(migration)),
    );
  }
  return pending.map(({ name }) => name);
}

/** TypeORM's own query of this table creates it first, which a plan must not do. */
async function executedMigrations(runner: QueryRunner): Promise<string[]> {
  const [found] = (await runner.query(`select to_regclass('schema_migrations') is not null as "exists"`)) as [
    { exists: boolean },
  ];
  if (!found.exists) return [];
  const rows = (await runner.query('select name from schema_migrations order by timestamp')) as {
    name: string;
  }[];
  return rows.map(({ name }) => name);
}

function namesOf(source: DataSource): string[] {
  return source.migrations.map((migration) => migration.name ?? migration.constructor.name);
}

/**
 * The release of the schema if it is newer than this one, and null otherwise. Throws when this release does not work on it: it
 * would fail, or write rows that the newer one cannot read.
 */
async function newerRelease(
  runner: QueryRunner,
  source: DataSource,
  { release }: MigrationSettings,
): Promise<SchemaRelease | null> {
  const recorded = await readSchemaRelease(runner);
  const known = new Set(namesOf(source));
  const unknown = (await executedMigrations(runner)).find((name) => !known.has(name));
  const isNewer =
    unknown !== undefined || (recorded !== null && isLaterVersion(recorded.version, release.version));
  if (!isNewer) return null;
  if (recorded !== null && known.has(recorded.compatibleSince)) return recorded;
  throw new Error(
    `The database was migrated by a newer release (${unknown ?? recorded?.version}); start that release or restore a backup`,
  );
}

async function recordRelease(runner: QueryRunner, { release }: MigrationSettings): Promise<void> {
  const recorded = await readSchemaRelease(runner);
  if (recorded?.version === release.version && recorded.compatibleSince === release.compatibleSince) return;
  await inTransaction(runner, () => writeSchemaRelease(runner, release));
}
