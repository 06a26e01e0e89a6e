import { join } from 'node:path';
import { Global, Module } from '@nestjs/common';
import { DatabaseConfig } from '../config/database.config';
import { StorageConfig } from '../config/storage.config';
import { FileStorage } from './file-storage';
import { LocalFiles } from './local-files';

function open(storage: StorageConfig, database: DatabaseConfig): FileStorage {
  return new LocalFiles(storage.directory ?? join(database.dataDirectory, 'files'));
}

@Global()
@Module({
  providers: [{ provide: FileStorage, useFactory: open, inject: [StorageConfig, DatabaseConfig] }],
  exports: [FileStorage],
})
export class StorageModule {}
