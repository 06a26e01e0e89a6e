import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { assertNoDryRun } from '../../dry-run/dry-run';
import { assertByteRange } from '../byte-range';
import { type ByteRange, FileStorage, type StoredFile, StoredFileMissing } from '../file-storage';
import { StorageUnavailable } from '../storage-errors';
import { isStorageKey, newStorageKey } from '../storage-key';
import type { S3Bucket } from './s3-bucket';
import { S3Upload } from './s3-upload';

const PROBE = 'ok';

/** Files of a bucket, under the names that LocalFiles gives them below its directory (decision 0087). */
export class S3Files extends FileStorage {
  private isProven = false;

  constructor(private readonly bucket: S3Bucket) {
    super();
  }

  async put(
    content: Readable,
    { maxBytes, key = newStorageKey() }: { maxBytes: number; key?: string },
  ): Promise<StoredFile> {
    assertNoDryRun('store a file');
    const upload = new S3Upload(this.bucket, nameOf(key));
    try {
      return { key, sizeBytes: await upload.send(content, maxBytes) };
    } catch (error) {
      await upload.discard();
      throw error;
    }
  }

  async get(key: string, range?: ByteRange): Promise<Readable> {
    if (!isStorageKey(key)) throw new StoredFileMissing();
    if (range) assertByteRange(range);
    return this.bucket.get(nameOf(key), range);
  }

  async delete(key: string): Promise<void> {
    assertNoDryRun('delete a file');
    if (isStorageKey(key)) await this.bucket.delete(nameOf(key));
  }

  /**
   * Writes, reads and deletes a file until that has worked once: it needs every permission. Later checks only read a
   * missing file, because writes cost money and leave versions in a bucket that keeps them.
   */
  async check(): Promise<void> {
    if (!this.isProven) await this.prove();
    this.isProven = true;
    await this.get(newStorageKey()).then(
      (content) => content.destroy(),
      (error: unknown) => {
        if (!(error instanceof StoredFileMissing)) throw error;
      },
    );
  }

  private async prove(): Promise<void> {
    const { key } = await this.put(Readable.from([Buffer.from(PROBE)]), { maxBytes: PROBE.length });
    try {
      if ((await text(await this.get(key))) !== PROBE)
        throw new StorageUnavailable('STORAGE_URL: a file does not read as it was written');
    } finally {
      await this.delete(key);
    }
  }
}

function nameOf(key: string): string {
  return `${key.slice(0, 2)}/${key}`;
}
