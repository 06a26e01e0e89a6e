import { ServiceUnavailable } from '../../kernel/app-error';

/** The disk or the quota is full. */
const FULL = new Set(['ENOSPC', 'EDQUOT']);

/** A full disk is a 503 that invites a retry, not an internal error. */
export function asStorageFull(error: unknown): ServiceUnavailable | null {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && FULL.has(code) ? new ServiceUnavailable(error) : null;
}
