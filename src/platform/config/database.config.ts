import { resolve } from 'node:path';
import { IsInt, IsOptional, IsString, Max, Min } from 'class-validator';
import { IsDatabaseUrl, verifiedUrl } from './database-url';
import { asInteger, FromEnv } from './from-env.decorator';

/** Where the data is stored. */
export class DatabaseConfig {
  @FromEnv('DATABASE_URL', verifiedUrl)
  @IsOptional()
  @IsDatabaseUrl()
  databaseUrl: string | undefined;

  /** A streaming replica of the same database, for searches, summaries, exports and logs. */
  @FromEnv('DATABASE_READ_URL', verifiedUrl)
  @IsOptional()
  @IsDatabaseUrl()
  readUrl: string | undefined;

  @FromEnv('DATA_DIR', (text) => resolve(text))
  @IsString()
  dataDirectory = resolve('data');

  /** Connections of this process; 8 to 10 perform best on two cores. */
  @FromEnv('DATABASE_POOL_SIZE', asInteger)
  @IsInt({ message: 'must be a whole number from 2 to 200' })
  @Min(2, { message: 'must be a whole number from 2 to 200' })
  @Max(200, { message: 'must be a whole number from 2 to 200' })
  poolSize = 8;
}
