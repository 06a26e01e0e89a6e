import { ServiceUnavailable } from '../../kernel/app-error';

/** The disk or the quota is full. */
const FULL = new Set(['ENOSPC', 'EDQUOT']);

/** The store cannot be reached, or rejects what it must accept. The message names the store, for the operator. */
export class StorageUnavailable extends Error {}

/** A full disk and an unavailable store are a 503 that invites a retry, not an internal error. */
export function asStorageUnavailable(error: unknown): ServiceUnavailable | null {
  const code = (error as { code?: unknown } | null)?.code;
  const isFull = typeof code === 'string' && FULL.has(code);
  return isFull || error instanceof StorageUnavailable ? new ServiceUnavailable(error) : null;
}
