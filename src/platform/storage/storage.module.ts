import { Global, Module } from '@nestjs/common';
import { DatabaseConfig } from '../config/database.config';
import { StorageConfig } from '../config/storage.config';
import { FileStorage } from './file-storage';
import { openFileStorage } from './open-file-storage';

@Global()
@Module({
  providers: [{ provide: FileStorage, useFactory: openFileStorage, inject: [StorageConfig, DatabaseConfig] }],
  exports: [FileStorage],
})
export class StorageModule {}
