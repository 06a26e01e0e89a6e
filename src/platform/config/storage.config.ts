import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { IsOptional, ValidateBy } from 'class-validator';
import { FromEnv } from './from-env.decorator';

/** The directory of `file:relative/path`, `file:/path` or `file:///path`; undefined for any other URL. */
function directoryOf(url: unknown): string | undefined {
  if (typeof url !== 'string' || !url.startsWith('file:') || url === 'file:') return undefined;
  try {
    return url.startsWith('file://') ? fileURLToPath(url) : resolve(url.slice('file:'.length));
  } catch {
    return undefined;
  }
}

/** Where uploaded files are stored: a directory, by default below DATA_DIR. */
export class StorageConfig {
  @FromEnv('STORAGE_URL')
  @IsOptional()
  @ValidateBy(
    { name: 'isFileUrl', validator: { validate: (value) => directoryOf(value) !== undefined } },
    { message: 'must be a file: URL of a directory; s3:// is not supported by this release' },
  )
  storageUrl: string | undefined;

  get directory(): string | undefined {
    return directoryOf(this.storageUrl);
  }
}
