import type { S3Location } from '../../config/s3/s3-url';
import { StorageUnavailable } from '../storage-errors';

/** The code of the network (ECONNREFUSED), of S3 (NoSuchBucket), or TimeoutError. */
export function errorCodeOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  if (name === 'AbortError') return 'TimeoutError';
  return typeof code === 'string' ? code : String(name);
}

/** The message names the setting and the bucket; details are in the cause, in the log. */
export function asStoreFailure(
  error: unknown,
  { bucket, endpoint, region }: S3Location,
  setting: string,
): StorageUnavailable {
  const place = `the bucket ${bucket} at ${endpoint ?? `AWS in ${region}`}`;
  return new StorageUnavailable(`${setting}: ${place} cannot be used (${errorCodeOf(error)})`, {
    cause: error,
  });
}
