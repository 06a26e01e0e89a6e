import type { ClientBase } from 'pg';
import { clock } from '../../kernel/clock';
import type { AppSecret } from '../../platform/config/app-secret';
import { packageVersion } from '../../platform/config/version';
import { MIGRATIONS } from '../../../migrations';
import type { FileStorage } from '../../platform/storage/file-storage';
import { BackupProblem } from './backup-problem';
import {
  appliedMigrations,
  installedExtensions,
  type StoredTable,
  storedPartitions,
  usedSequences,
} from './database/catalog';
import { copyJobsOut } from './database/queued-jobs';
import { writeRows } from './database/rows';
import { inSession } from './database/session';
import { openSnapshot } from './database/snapshot';
import { backUpFiles } from './files/back-up-files';
import { writeList } from './files/file-list';
import { fileReferences, stillReferenced } from './files/file-references';
import { type BackedUpTable, FORMAT, type Manifest, writeManifest } from './manifest';
import { jobsFile, rowsFile } from './names';
import type { Progress } from './progress';
import { secretIds } from './secret-ids';
import type { BackupStore } from './store/backup-store';
import { RecordedStore } from './store/recorded-store';

export interface BackupSource {
  databaseUrl: string;
  storage: FileStorage;
  secret: AppSecret;
}

export interface BackupRun {
  progress: Progress;
  signal: AbortSignal;
}

/** Rows take at least this much of their size in the database: measured, an eighth (decision 0117). */
const LEAST_SHARE_OF_ROWS = 1 / 10;

/**
 * Writes a complete backup into an empty store, from one snapshot of the database and with the files of its rows. Writers
 * continue. When it fails or is interrupted, it deletes what it has written.
 */
export async function createBackup(
  source: BackupSource,
  target: BackupStore,
  run: BackupRun,
): Promise<Manifest> {
  if (!(await target.isEmpty()))
    throw new BackupProblem(`${target.place} is not empty; name a new directory or prefix for each backup`);
  const store = new RecordedStore(target);
  try {
    const manifest = await inSession(source.databaseUrl, run.signal, (client) =>
      backUp(client, source, store, run),
    );
    await writeManifest(store, manifest);
    return manifest;
  } catch (error) {
    await store.deleteWritten();
    // An interruption also closes the connection, which fails in its own words.
    run.signal.throwIfAborted();
    throw error;
  }
}

async function backUp(
  client: ClientBase,
  { storage, secret }: BackupSource,
  store: BackupStore,
  run: BackupRun,
): Promise<Manifest> {
  const migrations = await appliedMigrations(client);
  assertKnown(migrations);
  const stored = await openSnapshot(client);
  const references = await fileReferences(client);
  const sizes = { rows: sumOf(stored, 'sizeBytes'), files: sumOf(references, 'sizeBytes') };
  await assertSpace(store, sizes);
  const createdAt = clock.now().toISOString();
  run.progress.begin('tables', sizes.rows);
  const tables: BackedUpTable[] = [];
  for (const table of stored) tables.push(await backUpTable(client, table, store, run));
  const advance = (bytes: number) => run.progress.advance(bytes);
  const jobs = await writeRows(client, await copyJobsOut(client), {
    ...run,
    store,
    name: jobsFile,
    advance,
  });
  const rest = {
    partitions: await storedPartitions(client),
    sequences: await usedSequences(client),
    extensions: await installedExtensions(client),
    postgresql: await serverVersion(client),
  };
  // Files take long, and a snapshot keeps deleted rows in the database.
  await client.query('commit');
  run.progress.begin('files', sizes.files);
  const { files, missing, damaged } = await backUpFiles(references, { ...run, storage, store, advance });
  const referenced = await stillReferenced(client, missing);
  const list = await writeList(store, files);
  run.progress.end();
  return {
    format: FORMAT,
    createdAt,
    versions: { trestle: packageVersion(), postgresql: rest.postgresql },
    extensions: rest.extensions,
    migrations,
    secrets: secretIds(secret),
    partitions: rest.partitions,
    sequences: rest.sequences,
    tables,
    jobs,
    files: {
      list,
      count: files.length,
      bytes: sumOf(files, 'bytes'),
      missing: missing.map((key) => ({ key, isDeleted: !referenced.has(key) })),
      damaged,
    },
  };
}

async function backUpTable(
  client: ClientBase,
  { name, columns }: StoredTable,
  store: BackupStore,
  { progress, signal }: BackupRun,
): Promise<BackedUpTable> {
  const written = await writeRows(client, copyOut(client, name, columns), {
    store,
    name: rowsFile(name),
    signal,
    advance: (bytes) => progress.advance(bytes),
  });
  return { name, columns, ...written };
}

/** The rows of a table in the text format, which every release of PostgreSQL reads. */
export function copyOut(client: ClientBase, table: string, columns: readonly string[]): string {
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ');
  return `copy ${client.escapeIdentifier(table)} (${list}) to stdout`;
}

function assertKnown(migrations: readonly string[]): void {
  if (migrations.length === 0) throw new BackupProblem('The database contains no installation of Trestle');
  const known = new Set(MIGRATIONS.map(({ name }) => name));
  const unknown = migrations.find((name) => !known.has(name));
  if (unknown !== undefined)
    throw new BackupProblem(
      `The database was migrated by a newer release (${unknown}); back it up with that release`,
    );
}

/** A full disk would end the backup after hours; and it can be the disk of the database. */
async function assertSpace(
  store: BackupStore,
  { rows, files }: { rows: number; files: number },
): Promise<void> {
  const freeBytes = await store.freeBytes();
  const neededBytes = files + rows * LEAST_SHARE_OF_ROWS;
  if (freeBytes === null || freeBytes >= neededBytes) return;
  const inMebibytes = (bytes: number) => Math.ceil(bytes / 2 ** 20);
  throw new BackupProblem(
    `${store.place} has ${inMebibytes(freeBytes)} MiB of free space; the backup needs at least ` +
      `${inMebibytes(neededBytes)} MiB`,
  );
}

async function serverVersion(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ version: string }>(
    `select current_setting('server_version') as version`,
  );
  return rows[0]!.version;
}

function sumOf<Field extends string>(
  rows: readonly Readonly<Record<Field, number | null>>[],
  field: Field,
): number {
  return rows.reduce((sum, row) => sum + (row[field] ?? 0), 0);
}
