import type { Readable } from 'node:stream';
import { inParts } from './in-parts';
import type { S3Bucket } from './s3-bucket';

/** The least that S3 accepts for all parts but the last. */
const PART_BYTES = 5 * 2 ** 20;

/**
 * Sends a file to a bucket: in one request up to the size of a part (5 MiB unless given), otherwise as a multipart upload,
 * one part at a time while the next arrives. The file exists only when the last request succeeds.
 */
export class S3Upload {
  private readonly tags: string[] = [];
  private sending: Promise<void> = Promise.resolve();
  private uploadId: string | undefined;
  private isStarted = false;
  /** Whether the file may exist. */
  private isFinal = false;

  constructor(
    private readonly bucket: S3Bucket,
    private readonly name: string,
    private readonly partBytes = PART_BYTES,
  ) {}

  /** Returns the size in bytes. After a failure the caller discards the upload. */
  async send(content: Readable, maxBytes: number): Promise<number> {
    const { partBytes } = this;
    let sizeBytes = 0;
    for await (const { bytes, isLast } of inParts(content, { partBytes, maxBytes })) {
      sizeBytes += bytes.length;
      await this.sending;
      this.sending = isLast && this.uploadId === undefined ? this.sendWhole(bytes) : this.sendPart(bytes);
      // A failure ends the reading immediately, also of a slow client.
      this.sending.catch((error: Error) => content.destroy(error));
    }
    await this.sending;
    if (this.uploadId !== undefined) await this.complete(this.uploadId);
    return sizeBytes;
  }

  /** Leaves nothing in the bucket. When the store fails here too, FileStorage.delete finds what is left. */
  async discard(): Promise<void> {
    // A request is never canceled: the store could still carry it out after the upload was aborted, and keep what it creates.
    await this.sending.catch(() => undefined);
    if (!this.isStarted) return;
    try {
      if (this.uploadId !== undefined) await this.bucket.abort(this.name, this.uploadId);
      if (this.uploadId === undefined || this.isFinal) await this.bucket.delete(this.name);
    } catch {
      // The failure that led here is the one to report.
    }
  }

  private async sendWhole(bytes: Buffer): Promise<void> {
    this.isStarted = true;
    this.isFinal = true;
    await this.bucket.put(this.name, bytes);
  }

  private async sendPart(bytes: Buffer): Promise<void> {
    this.isStarted = true;
    const { name } = this;
    this.uploadId ??= await this.bucket.start(name);
    const number = this.tags.length + 1;
    this.tags.push(await this.bucket.putPart(name, { uploadId: this.uploadId, number, bytes }));
  }

  private async complete(uploadId: string): Promise<void> {
    this.isFinal = true;
    await this.bucket.complete(this.name, uploadId, this.tags);
  }
}
