import type { Readable } from 'node:stream';
import { type FileStorage, StoredFileMissing } from '../../../platform/storage/file-storage';
import type { Advance } from '../database/rows';
import type { BackupStore } from '../store/backup-store';
import { writeFile } from '../store/written-file';
import { type ListedFile, nameOf } from './file-list';
import type { FileReference } from './file-references';
import { forEachFile } from './for-each-file';

export interface CopiedFiles {
  /** In the order of their keys. */
  files: ListedFile[];
  /** Keys that the storage does not have. */
  missing: string[];
  /** Keys of files in the backup whose size or digest is not what their rows say. */
  damaged: string[];
}

interface Places {
  storage: FileStorage;
  store: BackupStore;
  signal: AbortSignal;
  advance: Advance;
}

/** Copies the files that the rows refer to. A file that is missing or damaged is reported, and does not end the backup. */
export async function backUpFiles(
  references: readonly FileReference[],
  { storage, store, signal, advance }: Places,
): Promise<CopiedFiles> {
  const copied: CopiedFiles = { files: [], missing: [], damaged: [] };
  await forEachFile(references, signal, async ({ key, sizeBytes, sha256 }) => {
    const content = await contentOf(storage, key);
    if (content === null) {
      copied.missing.push(key);
      return;
    }
    const file = { key, ...(await writeFile(store, nameOf(key), content)) };
    copied.files.push(file);
    advance(file.bytes);
    const isAsRecorded = (sizeBytes ?? file.bytes) === file.bytes && (sha256 ?? file.sha256) === file.sha256;
    if (!isAsRecorded) copied.damaged.push(key);
  });
  copied.files.sort((one, other) => (one.key < other.key ? -1 : 1));
  return copied;
}

async function contentOf(storage: FileStorage, key: string): Promise<Readable | null> {
  try {
    return await storage.get(key);
  } catch (error) {
    if (error instanceof StoredFileMissing) return null;
    throw error;
  }
}
