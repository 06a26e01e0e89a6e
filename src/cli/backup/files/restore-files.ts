import { Readable } from 'node:stream';
import { StreamDigest } from '../../../platform/crypto/digest';
import { type FileStorage, StoredFileMissing } from '../../../platform/storage/file-storage';
import type { Advance } from '../database/rows';
import type { BackupStore } from '../store/backup-store';
import { readFile } from '../store/written-file';
import { type ListedFile, nameOf } from './file-list';
import { forEachFile } from './for-each-file';

interface Source {
  store: BackupStore;
  signal: AbortSignal;
  advance: Advance;
}

/** Puts the files of the backup into the storage. A file that is there already, of an interrupted restore, is only read. */
export async function restoreFiles(
  files: readonly ListedFile[],
  { storage, store, signal, advance }: Source & { storage: FileStorage },
): Promise<void> {
  await forEachFile(files, signal, async (file) => {
    if (!(await isStored(storage, file))) {
      const content = Readable.from(readFile(store, nameOf(file.key), file), { objectMode: false });
      // The size is checked with the digest, and a file that is another one is not stored.
      await storage.put(content, { key: file.key, maxBytes: Number.MAX_SAFE_INTEGER });
    }
    advance(file.bytes);
  });
}

/** Reads every file of the backup. Throws DamagedBackup for the first that is not the listed one. */
export async function checkFiles(
  files: readonly ListedFile[],
  { store, signal, advance }: Source,
): Promise<void> {
  await forEachFile(files, signal, async (file) => {
    for await (const chunk of readFile(store, nameOf(file.key), file)) advance(chunk.length);
  });
}

async function isStored(storage: FileStorage, { key, sha256 }: ListedFile): Promise<boolean> {
  const digest = new StreamDigest();
  try {
    for await (const _chunk of digest.through(await storage.get(key)));
  } catch (error) {
    if (error instanceof StoredFileMissing) return false;
    throw error;
  }
  return digest.hex() === sha256;
}
