import { IsOptional, Matches } from 'class-validator';
import { FromEnv } from './from-env.decorator';

/** Where uploaded files lie: `file:` (a directory, default below DATA_DIR) or `s3://`. */
export class StorageConfig {
  @FromEnv('STORAGE_URL')
  @IsOptional()
  @Matches(/^(file:|s3:\/\/)[^\s]+$/, { message: 'must be a file: or s3:// URL' })
  storageUrl: string | undefined;
}
