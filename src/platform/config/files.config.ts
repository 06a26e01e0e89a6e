import { IsInt, Max, Min } from 'class-validator';
import { asInteger, FromEnv } from './from-env.decorator';

const SIZE = { message: 'must be a number of MiB from 1 to 5000' };
const QUOTA = { message: 'must be a number of GiB from 1 to 1000000' };

/** Limits of uploaded files. */
export class FilesConfig {
  @FromEnv('FILE_MAX_MIB', asInteger)
  @IsInt(SIZE)
  @Min(1, SIZE)
  @Max(5000, SIZE)
  maxMebibytes = 25;

  /** Of all files of one organization. */
  @FromEnv('FILE_QUOTA_GIB', asInteger)
  @IsInt(QUOTA)
  @Min(1, QUOTA)
  @Max(1_000_000, QUOTA)
  quotaGibibytes = 50;

  get maxBytes(): number {
    return this.maxMebibytes * 2 ** 20;
  }

  get quotaBytes(): number {
    return this.quotaGibibytes * 2 ** 30;
  }
}
