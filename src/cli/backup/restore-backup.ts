import type { ClientBase } from 'pg';
import { MIGRATIONS } from '../../../migrations';
import type { AppSecret } from '../../platform/config/app-secret';
import { migrate, migrateTables } from '../../platform/database/migrations/migrate';
import { MIGRATION_SETTINGS } from '../../platform/database/migrations/migration-source';
import type { FileStorage } from '../../platform/storage/file-storage';
import type { Log } from '../../platform/logging/log';
import { BackupProblem, DamagedBackup } from './backup-problem';
import { copyOut } from './create-backup';
import { storedTables } from './database/catalog';
import { dropForeignKeys } from './database/foreign-keys';
import { COPY_JOBS_IN, enqueueJobs, prepareJobs } from './database/queued-jobs';
import { digestOfRows, loadRows } from './database/rows';
import { inSession } from './database/session';
import { createPartitions, dropIndexes, emptyTables } from './database/tables-of-schema';
import { assertRestorable, beginRestore, endRestore } from './database/target-database';
import { type ListedFile, readList } from './files/file-list';
import { restoreFiles } from './files/restore-files';
import { type BackedUpTable, type Manifest, readManifest } from './manifest';
import { jobsFile, rowsFile } from './names';
import type { Progress } from './progress';
import { assertSameSecret } from './secret-ids';
import type { BackupStore } from './store/backup-store';

export interface RestoreTarget {
  databaseUrl: string;
  storage: FileStorage;
}

export interface RestoreRun {
  progress: Progress;
  log: Log;
  signal: AbortSignal;
}

export interface Restored {
  manifest: Manifest;
  rows: number;
  /** Tables of the backup that are none of Trestle, and were not restored. */
  skippedTables: string[];
}

/** A complete backup that this release can restore. */
export interface Backup {
  store: BackupStore;
  manifest: Manifest;
  files: ListedFile[];
}

/**
 * Reads what describes a backup. Throws BackupProblem when it is not complete, of a newer release, or of an installation with
 * another secret; null skips that check.
 */
export async function openBackup(store: BackupStore, secret: AppSecret | null): Promise<Backup> {
  const manifest = await readManifest(store);
  assertKnown(store, manifest);
  if (secret !== null) assertSameSecret(manifest.secrets, secret);
  return { store, manifest, files: await readList(store, manifest.files.list) };
}

/**
 * Restores a backup into an empty database and a storage. All or nothing: until it ends, the database is marked, no service
 * starts on it, and the restore can be repeated.
 */
export async function restoreBackup(
  { store, manifest, files }: Backup,
  { databaseUrl, storage }: RestoreTarget,
  run: RestoreRun,
): Promise<Restored> {
  return inSession(databaseUrl, run.signal, async (client) => {
    await assertRestorable(client);
    const loaded = await restoreRows(client, databaseUrl, { store, manifest }, run);
    run.progress.begin('files', manifest.files.bytes);
    await restoreFiles(files, { ...run, storage, store, advance: (bytes) => run.progress.advance(bytes) });
    await endRestore(client);
    run.progress.end();
    return { manifest, ...loaded };
  });
}

type RowsOfBackup = Pick<Backup, 'store' | 'manifest'>;

/** Leaves the database migrated to this release, and marked as unfinished. */
export async function restoreRows(
  client: ClientBase,
  databaseUrl: string,
  { store, manifest }: RowsOfBackup,
  run: RestoreRun,
): Promise<Omit<Restored, 'manifest'>> {
  const report = (message: string, details: Readonly<Record<string, unknown>>) =>
    run.log.info(message, details);
  await beginRestore(client);
  const applied = new Set(manifest.migrations);
  const migrations = MIGRATIONS.filter(({ name }) => applied.has(name));
  await migrateTables(databaseUrl, report, { ...MIGRATION_SETTINGS, migrations });
  run.signal.throwIfAborted();
  run.progress.begin(
    'tables',
    manifest.tables.reduce((sum, { textBytes }) => sum + textBytes, 0),
  );
  const loaded = await inTransaction(client, () => loadTables(client, { store, manifest }, run));
  run.progress.begin('schema', 0);
  await migrate(databaseUrl, report, { ...MIGRATION_SETTINGS, isOfRestore: true });
  run.signal.throwIfAborted();
  await inTransaction(client, () => loadJobs(client, { store, manifest }, run));
  await client.query('analyze');
  return loaded;
}

async function loadTables(
  client: ClientBase,
  { store, manifest }: RowsOfBackup,
  run: RestoreRun,
): Promise<Omit<Restored, 'manifest'>> {
  const addForeignKeys = await dropForeignKeys(client);
  const enableTriggers = await emptyTables(client);
  const buildIndexes = await dropIndexes(client);
  const attachPartitions = await createPartitions(client, manifest.partitions);
  const present = new Map((await storedTables(client)).map((table) => [table.name, new Set(table.columns)]));
  const skippedTables: string[] = [];
  let rows = 0;
  for (const table of manifest.tables) {
    const columns = present.get(table.name);
    if (columns === undefined || !table.columns.every((column) => columns.has(column))) {
      skippedTables.push(table.name);
      continue;
    }
    await loadTable(client, table, store, run);
    rows += table.rows;
  }
  for (const { name, lastValue } of manifest.sequences)
    await client.query('select setval(to_regclass($1), $2)', [client.escapeIdentifier(name), lastValue]);
  run.progress.begin('indexes', 0);
  await buildIndexes();
  await attachPartitions();
  await addForeignKeys();
  await enableTriggers();
  return { rows, skippedTables };
}

async function loadTable(
  client: ClientBase,
  { name, columns, ...written }: BackedUpTable,
  store: BackupStore,
  { progress, signal }: RestoreRun,
): Promise<void> {
  const advance = (bytes: number) => progress.advance(bytes);
  const command = copyOut(client, name, columns);
  const file = { store, name: rowsFile(name), signal, advance };
  const loaded = await loadRows(client, command.replace(/ to stdout$/, ' from stdin'), written, file);
  assertCount(store, name, written.rows, loaded.rows);
  if ((await digestOfRows(client, command, signal)) !== loaded.digest)
    throw new Error(`The rows of ${name} do not read as they were written`);
}

async function loadJobs(
  client: ClientBase,
  { store, manifest }: RowsOfBackup,
  { signal }: RestoreRun,
): Promise<void> {
  await prepareJobs(client);
  const file = { store, name: jobsFile, signal, advance: () => undefined };
  const { rows } = await loadRows(client, COPY_JOBS_IN, manifest.jobs, file);
  assertCount(store, 'jobs', manifest.jobs.rows, rows);
  await enqueueJobs(client);
}

function assertCount(store: BackupStore, name: string, expected: number, loaded: number): void {
  if (loaded !== expected)
    throw new DamagedBackup(`${store.place}: ${name} has ${loaded} rows; the manifest says ${expected}`);
}

function assertKnown({ place }: BackupStore, { migrations, versions }: Manifest): void {
  const known = new Set(MIGRATIONS.map(({ name }) => name));
  const unknown = migrations.find((name) => !known.has(name));
  if (unknown !== undefined)
    throw new BackupProblem(
      `${place} was written by a newer release of Trestle (${versions.trestle}, with the migration ${unknown}); ` +
        'restore it with that release',
    );
}

async function inTransaction<T>(client: ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  const result = await work();
  await client.query('commit');
  return result;
}
