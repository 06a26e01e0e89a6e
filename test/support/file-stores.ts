import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, ListMultipartUploadsCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { readS3Url, type S3Location } from '../../src/platform/config/s3/s3-url';
import type { FileStorage } from '../../src/platform/storage/file-storage';
import { LocalFiles } from '../../src/platform/storage/local-files';
import { S3Bucket } from '../../src/platform/storage/s3/s3-bucket';
import { newS3Client } from '../../src/platform/storage/s3/s3-client';
import { S3Files } from '../../src/platform/storage/s3/s3-files';
import { newStorageKey } from '../../src/platform/storage/storage-key';
import { S3Server } from './s3-server';

/** A store of its own for a spec. */
export interface FileStore {
  files: FileStorage;
  /** The same store from another process. */
  again(): FileStorage;
  /** The names of everything in it, also of what is incomplete. */
  names(): Promise<string[]>;
  close(): Promise<void>;
}

export async function aDirectory(): Promise<FileStore> {
  const directory = mkdtempSync(join(tmpdir(), 'trestle-files-'));
  return {
    files: new LocalFiles(directory),
    again: () => new LocalFiles(directory),
    names: async () =>
      readdirSync(directory, { recursive: true, withFileTypes: true }).flatMap((entry) =>
        entry.isFile() ? [entry.name] : [],
      ),
    close: async () => rmSync(directory, { recursive: true }),
  };
}

/** A random prefix of the bucket of S3_TEST_URL, which is created when necessary, or a server in this process. */
export async function aBucket(): Promise<FileStore> {
  const given = process.env['S3_TEST_URL'];
  const server = given ? null : await S3Server.start();
  const location = locationOf(given ?? server!.url());
  const { bucket: Bucket } = location;
  const prefix = `${location.prefix}${newStorageKey()}/`;
  const client = newS3Client(location);
  if (given) await client.send(new CreateBucketCommand({ Bucket })).catch(() => undefined);
  const open = () => new S3Files(new S3Bucket({ ...location, prefix }));
  return {
    files: open(),
    again: open,
    names: async () => {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket, Prefix: prefix }));
      const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: prefix }));
      return [...Contents, ...Uploads].map(({ Key }) => Key!);
    },
    close: async () => {
      client.destroy();
      await server?.close();
    },
  };
}

export function locationOf(url: string): S3Location {
  const read = readS3Url(url);
  if (typeof read === 'string') throw new Error(read);
  return read;
}
