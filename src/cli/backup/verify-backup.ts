import { DamagedBackup } from './backup-problem';
import { inSession } from './database/session';
import { type FileReference, fileReferences } from './files/file-references';
import { checkFiles } from './files/restore-files';
import { type Backup, type Restored, restoreRows, type RestoreRun } from './restore-backup';

/** Runs work with an empty database, which is removed afterwards, whatever happened. */
export type WithDatabase = <T>(work: (databaseUrl: string) => Promise<T>) => Promise<T>;

/**
 * Proves that a backup can be restored: reads every file, restores the rows into a temporary database with all checks of a
 * restore, and compares the files with the rows that refer to them.
 */
export async function verifyBackup(
  backup: Backup,
  withDatabase: WithDatabase,
  run: RestoreRun,
): Promise<Restored> {
  const { store, manifest, files } = backup;
  run.progress.begin('files', manifest.files.bytes);
  await checkFiles(files, { ...run, store, advance: (bytes) => run.progress.advance(bytes) });
  return withDatabase((databaseUrl) =>
    inSession(databaseUrl, run.signal, async (client) => {
      const loaded = await restoreRows(client, databaseUrl, backup, run);
      await client.query('begin');
      assertComplete(backup, await fileReferences(client));
      run.progress.end();
      return { manifest, ...loaded };
    }),
  );
}

/** Every file that rows refer to is in the backup, or the manifest says that it is missing. */
function assertComplete({ store, manifest, files }: Backup, references: readonly FileReference[]): void {
  const known = new Set([...files, ...manifest.files.missing].map(({ key }) => key));
  const lost = references.filter(({ key }) => !known.has(key));
  if (lost.length > 0)
    throw new DamagedBackup(
      `${store.place}: rows refer to ${lost.length} files that the backup does not list`,
    );
}
