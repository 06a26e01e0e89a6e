import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { S3Location } from '../../config/s3/s3-url';
import { inSpan } from '../../tracing/tracing';
import { type ByteRange, StoredFileMissing } from '../file-storage';
import { newS3Client } from './s3-client';
import { asStoreFailure, errorCodeOf } from './store-failure';

/** For one call with its retries, until the response begins. */
const TIMEOUTS_MS = {
  /** A part of 5 MiB at 2 Mbit/s. */
  call: 20_000,
  /** Shorter, because it follows a failed upload, whose client waits; a sweep repeats it. */
  removal: 5_000,
};

/** What a call returns, or throws, for an error code that is not a failure of the store. */
type Expected<T> = Readonly<Record<string, () => T>>;

const missing = () => {
  throw new StoredFileMissing();
};

type Send<T> = (client: S3Client, options: { abortSignal: AbortSignal }) => Promise<T>;

/** The calls of one bucket, for names below its prefix. A failure of the store becomes StorageUnavailable. */
export class S3Bucket {
  private client: S3Client | undefined;

  constructor(
    private readonly location: S3Location,
    private readonly timeoutsMs = TIMEOUTS_MS,
    /** What the operator has set, as failures name it. */
    private readonly setting = 'STORAGE_URL',
  ) {}

  async put(name: string, bytes: Buffer): Promise<void> {
    const of = this.objectOf(name);
    const command = new PutObjectCommand({ ...of, Body: bytes, ContentLength: bytes.length });
    await this.call('PutObject', (client, options) => client.send(command, options));
  }

  /** The file, or nothing for a range beyond its end. Throws StoredFileMissing. */
  async get(name: string, range?: ByteRange): Promise<Readable> {
    const command = new GetObjectCommand({
      ...this.objectOf(name),
      ...(range && { Range: `bytes=${range.start}-${range.end}` }),
    });
    return this.call<Readable>(
      'GetObject',
      async (client, options) => (await client.send(command, options)).Body as Readable,
      {
        NoSuchKey: missing,
        NotFound: missing,
        InvalidRange: () => Readable.from([]),
      },
    );
  }

  /** Whether no object has a name below the prefix. */
  async isEmpty(): Promise<boolean> {
    const { bucket: Bucket, prefix: Prefix } = this.location;
    const command = new ListObjectsV2Command({ Bucket, Prefix, MaxKeys: 1 });
    const { Contents = [] } = await this.call('ListObjectsV2', (client, options) =>
      client.send(command, options),
    );
    return Contents.length === 0;
  }

  /** Also what is incomplete: parts of an upload that was neither completed nor aborted. */
  async delete(name: string): Promise<void> {
    const { Bucket, Key } = this.objectOf(name);
    const listing = new ListMultipartUploadsCommand({ Bucket, Prefix: Key });
    const { Uploads } = await this.remove('ListMultipartUploads', (client, options) =>
      client.send(listing, options),
    );
    for (const each of Uploads ?? [])
      if (each.Key === Key && each.UploadId !== undefined) await this.abort(name, each.UploadId);
    const command = new DeleteObjectCommand({ Bucket, Key });
    await this.remove<unknown>('DeleteObject', (client, options) => client.send(command, options), {
      NoSuchKey: () => undefined,
    });
  }

  /** Starts a multipart upload; returns its id. */
  async start(name: string): Promise<string> {
    const command = new CreateMultipartUploadCommand(this.objectOf(name));
    const { UploadId } = await this.call('CreateMultipartUpload', (client, options) =>
      client.send(command, options),
    );
    return UploadId!;
  }

  /** Returns what the completion needs of the part. */
  async putPart(name: string, part: { uploadId: string; number: number; bytes: Buffer }): Promise<string> {
    const command = new UploadPartCommand({
      ...this.objectOf(name),
      UploadId: part.uploadId,
      PartNumber: part.number,
      Body: part.bytes,
      ContentLength: part.bytes.length,
    });
    const { ETag } = await this.call('UploadPart', (client, options) => client.send(command, options));
    return ETag!;
  }

  /** The tags of the parts, in their order. */
  async complete(name: string, uploadId: string, tags: readonly string[]): Promise<void> {
    const Parts = tags.map((ETag, at) => ({ ETag, PartNumber: at + 1 }));
    const command = new CompleteMultipartUploadCommand({
      ...this.objectOf(name),
      UploadId: uploadId,
      MultipartUpload: { Parts },
    });
    await this.call('CompleteMultipartUpload', (client, options) => client.send(command, options));
  }

  /** Does not fail when the upload has ended. */
  async abort(name: string, uploadId: string): Promise<void> {
    const command = new AbortMultipartUploadCommand({ ...this.objectOf(name), UploadId: uploadId });
    await this.remove<unknown>('AbortMultipartUpload', (client, options) => client.send(command, options), {
      NoSuchUpload: () => undefined,
    });
  }

  private objectOf(name: string): { Bucket: string; Key: string } {
    return { Bucket: this.location.bucket, Key: `${this.location.prefix}${name}` };
  }

  private call<T>(operation: string, send: Send<T>, expected: Expected<T> = {}): Promise<T> {
    return this.inSpan(operation, () => this.within(this.timeoutsMs.call, send, expected));
  }

  private remove<T>(operation: string, send: Send<T>, expected: Expected<T> = {}): Promise<T> {
    return this.inSpan(operation, () => this.within(this.timeoutsMs.removal, send, expected));
  }

  private inSpan<T>(operation: string, work: () => Promise<T>): Promise<T> {
    const attributes = {
      'rpc.system.name': 'aws-api',
      'rpc.method': `S3/${operation}`,
      'aws.s3.bucket': this.location.bucket,
    };
    return inSpan(`S3/${operation}`, { kind: 'client', attributes }, work);
  }

  private async within<T>(timeoutMs: number, send: Send<T>, expected: Expected<T>): Promise<T> {
    this.client ??= newS3Client(this.location);
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), timeoutMs);
    try {
      return await send(this.client, { abortSignal: patience.signal });
    } catch (error) {
      const handle = expected[errorCodeOf(error)];
      if (handle) return handle();
      throw asStoreFailure(error, this.location, this.setting);
    } finally {
      // Not AbortSignal.timeout: the content of a file can take longer than its call.
      clearTimeout(timer);
    }
  }
}
