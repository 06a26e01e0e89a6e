import { join } from 'node:path';
import { Global, Module } from '@nestjs/common';
import { DatabaseConfig } from '../config/database.config';
import { StorageConfig } from '../config/storage.config';
import { FileStorage } from './file-storage';
import { LocalFiles } from './local-files';
import { S3Bucket } from './s3/s3-bucket';
import { S3Files } from './s3/s3-files';

function open({ s3, directory }: StorageConfig, database: DatabaseConfig): FileStorage {
  return s3 === undefined
    ? new LocalFiles(directory ?? join(database.dataDirectory, 'files'))
    : new S3Files(new S3Bucket(s3));
}

@Global()
@Module({
  providers: [{ provide: FileStorage, useFactory: open, inject: [StorageConfig, DatabaseConfig] }],
  exports: [FileStorage],
})
export class StorageModule {}
