import { resolve } from 'node:path';
import { IsInt, IsOptional, IsString, Matches, Max, Min } from 'class-validator';
import { asInteger, FromEnv } from './from-env.decorator';

/** Where the data lies. */
export class DatabaseConfig {
  @FromEnv('DATABASE_URL')
  @IsOptional()
  @Matches(/^postgres(ql)?:\/\/[^\s]+$/, { message: 'must be a postgres:// or postgresql:// URL' })
  databaseUrl: string | undefined;

  @FromEnv('DATA_DIR', (text) => resolve(text))
  @IsString()
  dataDirectory = resolve('data');

  /** Connections of this process; measured best at 8 to 10 on two cores. */
  @FromEnv('DATABASE_POOL_SIZE', asInteger)
  @IsInt({ message: 'must be a whole number from 2 to 200' })
  @Min(2, { message: 'must be a whole number from 2 to 200' })
  @Max(200, { message: 'must be a whole number from 2 to 200' })
  poolSize = 8;
}
