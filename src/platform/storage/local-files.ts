import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileStorage, type StoredFile, StoredFileMissing, StoredFileTooLarge } from './file-storage';
import { isStorageKey, newStorageKey } from './storage-key';

/** Files of a directory, spread over 256 folders below it. */
export class LocalFiles extends FileStorage {
  constructor(private readonly directory: string) {
    super();
  }

  async put(
    content: Readable,
    { maxBytes, key = newStorageKey() }: { maxBytes: number; key?: string },
  ): Promise<StoredFile> {
    const path = this.pathOf(key);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    // Under its own name only when it is whole and on disk: a crash leaves a part that nobody refers to.
    const part = partOf(path);
    const counter = new Counter(maxBytes);
    const writing = createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true });
    try {
      await pipeline(content, counter, writing);
      await rename(part, path);
      await syncDirectory(dirname(path));
    } catch (error) {
      // What failed at once may be told before the file is opened, which would make it again behind us.
      if (!writing.closed) await new Promise<void>((resolve) => void writing.once('close', () => resolve()));
      await rm(part, { force: true });
      throw error;
    }
    return { key, sizeBytes: counter.sizeBytes };
  }

  async get(key: string): Promise<Readable> {
    if (!isStorageKey(key)) throw new StoredFileMissing();
    const file = await open(this.pathOf(key)).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? new StoredFileMissing() : error;
    });
    return createReadStream('', { fd: file });
  }

  async delete(key: string): Promise<void> {
    if (!isStorageKey(key)) return;
    const path = this.pathOf(key);
    await rm(partOf(path), { force: true });
    await rm(path, { force: true });
  }

  /** Writes, because permissions do not tell of a full or read-only disk. */
  async check(): Promise<void> {
    await mkdir(this.directory, { recursive: true, mode: 0o700 });
    const probe = join(this.directory, `.probe-${newStorageKey()}`);
    await writeFile(probe, 'ok', { flag: 'wx' });
    await rm(probe);
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

/** A file's name is on disk only when its directory is. */
async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path);
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
