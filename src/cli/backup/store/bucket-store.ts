import type { Readable } from 'node:stream';
import type { S3Location } from '../../../platform/config/s3/s3-url';
import { StoredFileMissing } from '../../../platform/storage/file-storage';
import { S3Bucket } from '../../../platform/storage/s3/s3-bucket';
import { S3Upload } from '../../../platform/storage/s3/s3-upload';
import { BackupFileMissing, BackupStore } from './backup-store';

/** S3 accepts 10,000 parts for one object: a table can have 156 GiB in a backup. */
const PART_BYTES = 16 * 2 ** 20;
/** A part of 16 MiB at 2 Mbit/s. */
const TIMEOUTS_MS = { call: 70_000, removal: 20_000 };

/** A backup in a bucket of an S3-compatible store. */
export class BucketStore extends BackupStore {
  readonly place: string;
  private readonly bucket: S3Bucket;

  constructor(location: S3Location) {
    super();
    this.place = `s3://${location.bucket}/${location.prefix}`;
    this.bucket = new S3Bucket(location, TIMEOUTS_MS, 'The backup');
  }

  isEmpty(): Promise<boolean> {
    return this.bucket.isEmpty();
  }

  async freeBytes(): Promise<null> {
    return null;
  }

  async write(name: string, content: Readable): Promise<void> {
    const upload = new S3Upload(this.bucket, name, PART_BYTES);
    try {
      await upload.send(content, Number.MAX_SAFE_INTEGER);
    } catch (error) {
      await upload.discard();
      throw error;
    }
  }

  async read(name: string): Promise<Readable> {
    try {
      return await this.bucket.get(name);
    } catch (error) {
      throw error instanceof StoredFileMissing ? new BackupFileMissing(name) : error;
    }
  }

  delete(name: string): Promise<void> {
    return this.bucket.delete(name);
  }
}
