import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { IsOptional, ValidateBy } from 'class-validator';
import { FromEnv } from './from-env.decorator';
import { readS3Url, type S3Location } from './s3/s3-url';

/** The directory of `file:relative/path`, `file:/path` or `file:///path`; undefined for any other URL. */
function directoryOf(url: unknown): string | undefined {
  if (typeof url !== 'string' || !url.startsWith('file:') || url === 'file:') return undefined;
  try {
    return url.startsWith('file://') ? fileURLToPath(url) : resolve(url.slice('file:'.length));
  } catch {
    return undefined;
  }
}

/** Never contains the URL, which may contain a secret. */
function problemOf(url: unknown): string | null {
  if (typeof url === 'string' && url.startsWith('s3:')) {
    const read = readS3Url(url);
    return typeof read === 'string' ? read : null;
  }
  return directoryOf(url) === undefined
    ? 'must be a file: URL of a directory or an s3: URL of a bucket'
    : null;
}

/** Where uploaded files are stored: a directory, by default below DATA_DIR, or a bucket. */
export class StorageConfig {
  @FromEnv('STORAGE_URL')
  @IsOptional()
  @ValidateBy({
    name: 'isStorageUrl',
    validator: {
      validate: (value) => problemOf(value) === null,
      defaultMessage: (given) => problemOf(given?.value) ?? '',
    },
  })
  storageUrl: string | undefined;

  get directory(): string | undefined {
    return directoryOf(this.storageUrl);
  }

  get s3(): S3Location | undefined {
    const read = this.storageUrl?.startsWith('s3:') ? readS3Url(this.storageUrl) : undefined;
    return typeof read === 'string' ? undefined : read;
  }
}
