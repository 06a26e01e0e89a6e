import { join } from 'node:path';
import type { DatabaseConfig } from '../config/database.config';
import type { StorageConfig } from '../config/storage.config';
import type { FileStorage } from './file-storage';
import { LocalFiles } from './local-files';
import { S3Bucket } from './s3/s3-bucket';
import { S3Files } from './s3/s3-files';

/** The store of STORAGE_URL; without it, a directory below DATA_DIR. Nothing is read or written yet. */
export function openFileStorage(
  { s3, directory }: Pick<StorageConfig, 's3' | 'directory'>,
  { dataDirectory }: Pick<DatabaseConfig, 'dataDirectory'>,
): FileStorage {
  return s3 === undefined
    ? new LocalFiles(directory ?? join(dataDirectory, 'files'))
    : new S3Files(new S3Bucket(s3));
}
