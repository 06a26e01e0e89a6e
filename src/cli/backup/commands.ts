import type { Configuration } from '../../platform/config/configuration';
import type { DatabaseConfig } from '../../platform/config/database.config';
import { openFileStorage } from '../../platform/storage/open-file-storage';
import { openInstallation, openTarget } from '../installation-database';
import type { CommandResult, CommandRun } from '../run-command';
import { createBackup } from './create-backup';
import { withTemporaryDatabase } from './database/temporary-database';
import type { Manifest } from './manifest';
import { openBackup, type Restored, restoreBackup } from './restore-backup';
import { openStore } from './store/open-store';
import { verifyBackup } from './verify-backup';

export { assertInstalled } from '../installation-database';

type Installation = Pick<Configuration, 'appSecret' | 'database' | 'storage'>;

export async function backUp(
  place: string,
  { appSecret, database, storage }: Installation,
  run: CommandRun,
): Promise<CommandResult> {
  const store = openStore(place);
  const { url, close } = await openInstallation(database, run.log);
  try {
    const source = { databaseUrl: url, storage: openFileStorage(storage, database), secret: appSecret };
    const manifest = await createBackup(source, store, run);
    const { missing, damaged } = manifest.files;
    const isSuccess = damaged.length === 0 && missing.every(({ isDeleted }) => isDeleted);
    const rows = rowsOf(manifest);
    return {
      text: `Backed up ${contentOf(manifest, rows)} to ${store.place}`,
      json: summaryOf(store.place, manifest, rows),
      warnings: warningsOf(manifest),
      isSuccess,
    };
  } finally {
    await close();
  }
}

export async function restore(
  place: string,
  { appSecret, database, storage }: Installation,
  { otherSecret }: { otherSecret: boolean },
  run: CommandRun,
): Promise<CommandResult> {
  const store = openStore(place);
  // Before an embedded database is created for it.
  const backup = await openBackup(store, otherSecret ? null : appSecret);
  const { url, close } = await openTarget(database, run.log);
  try {
    const target = { databaseUrl: url, storage: openFileStorage(storage, database) };
    return resultOf(store.place, 'Restored', await restoreBackup(backup, target, run));
  } finally {
    await close();
  }
}

export async function verify(
  place: string,
  database: Pick<DatabaseConfig, 'databaseUrl' | 'dataDirectory'>,
  run: CommandRun,
): Promise<CommandResult> {
  const store = openStore(place);
  const backup = await openBackup(store, null);
  const verified = await verifyBackup(backup, (work) => withTemporaryDatabase(database, run, work), run);
  return resultOf(store.place, 'Verified', verified);
}

function resultOf(place: string, verb: string, { manifest, rows, skippedTables }: Restored): CommandResult {
  const skipped = skippedTables.map((table) => `The table ${table} is none of Trestle and was not restored`);
  return {
    text: `${verb} ${contentOf(manifest, rows)} from ${place}`,
    json: { ...summaryOf(place, manifest, rows), skippedTables },
    warnings: [...skipped, ...warningsOf(manifest)],
    isSuccess: true,
  };
}

function contentOf({ tables, files }: Manifest, rows: number): string {
  return `${rows} rows of ${tables.length} tables and ${files.count} files`;
}

/** The output of `--json`. */
function summaryOf(place: string, { createdAt, versions, tables, files }: Manifest, rows: number): object {
  return {
    place,
    createdAt,
    version: versions.trestle,
    tables: tables.length,
    rows,
    files: files.count,
    bytes: files.bytes + tables.reduce((sum, { bytes }) => sum + bytes, 0),
    missingFiles: files.missing,
    damagedFiles: files.damaged,
  };
}

function warningsOf({ files }: Manifest): string[] {
  return [
    ...files.missing.map(({ key, isDeleted }) =>
      isDeleted
        ? `The file ${key} was deleted during the backup, and is not in it`
        : `The file ${key} is missing in the storage, and is not in the backup`,
    ),
    ...files.damaged.map((key) => `The file ${key} is damaged: its content is not what was uploaded`),
  ];
}

function rowsOf({ tables }: Manifest): number {
  return tables.reduce((sum, { rows }) => sum + rows, 0);
}
