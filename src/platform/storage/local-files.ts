import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readFile, rename, rm, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { assertNoDryRun } from '../dry-run/dry-run';
import { assertByteRange } from './byte-range';
import {
  type ByteRange,
  FileStorage,
  type StoredFile,
  StoredFileMissing,
  StoredFileTooLarge,
} from './file-storage';
import { isStorageKey, newStorageKey } from './storage-key';

/** Twice the size of a segment of PostgreSQL, whose data is on the same disk by default. */
const LEAST_FREE_BYTES = 32 * 2 ** 20;
const PROBE = 'ok';

/** Files of a directory, spread over 256 subdirectories. */
export class LocalFiles extends FileStorage {
  constructor(private readonly directory: string) {
    super();
  }

  async put(
    content: Readable,
    { maxBytes, key = newStorageKey() }: { maxBytes: number; key?: string },
  ): Promise<StoredFile> {
    assertNoDryRun('store a file');
    const path = this.pathOf(key);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    // Renamed to its final name only when it is complete and on disk: a crash leaves a partial file without references.
    const part = partOf(path);
    const counter = new Counter(maxBytes);
    const writing = createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true });
    try {
      await pipeline(content, counter, writing);
      await rename(part, path);
      await syncDirectory(dirname(path));
    } catch (error) {
      // An immediate failure may be reported before the file is opened, and opening would create it again after the deletion.
      if (!writing.closed) await new Promise<void>((resolve) => void writing.once('close', () => resolve()));
      await rm(part, { force: true });
      throw error;
    }
    return { key, sizeBytes: counter.sizeBytes };
  }

  async get(key: string, range?: ByteRange): Promise<Readable> {
    if (!isStorageKey(key)) throw new StoredFileMissing();
    if (range) assertByteRange(range);
    const file = await open(this.pathOf(key)).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? new StoredFileMissing() : error;
    });
    return createReadStream('', { fd: file, ...range });
  }

  async delete(key: string): Promise<void> {
    assertNoDryRun('delete a file');
    if (!isStorageKey(key)) return;
    const path = this.pathOf(key);
    await rm(partOf(path), { force: true });
    await rm(path, { force: true });
  }

  /**
   * Writes and reads, because permissions do not show a read-only disk, and checks the free space: a few bytes may still fit
   * when neither an upload nor the database's next segment does.
   */
  async check(): Promise<void> {
    await mkdir(this.directory, { recursive: true, mode: 0o700 });
    const { bavail, bsize } = await statfs(this.directory);
    if (bavail * bsize < LEAST_FREE_BYTES)
      throw new Error(`Less than ${LEAST_FREE_BYTES / 2 ** 20} MiB are free for files`);
    const probe = join(this.directory, `.probe-${newStorageKey()}`);
    try {
      await writeFile(probe, PROBE, { flag: 'wx' });
      if ((await readFile(probe, 'utf8')) !== PROBE)
        throw new Error('A file does not read as it was written');
    } finally {
      await rm(probe, { force: true });
    }
  }

  private pathOf(key: string): string {
    return join(this.directory, key.slice(0, 2), key);
  }
}

function partOf(path: string): string {
  return `${path}.part`;
}

class Counter extends Transform {
  sizeBytes = 0;

  constructor(private readonly maxBytes: number) {
    super();
  }

  override _transform(
    chunk: Buffer,
    _encoding: BufferEncoding,
    done: (error: Error | null, chunk?: Buffer) => void,
  ): void {
    this.sizeBytes += chunk.length;
    if (this.sizeBytes > this.maxBytes) done(new StoredFileTooLarge(this.maxBytes));
    else done(null, chunk);
  }
}

/** A file's name is durable only when its directory is synchronized. */
async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path);
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
