import { AppError } from '../../../kernel/app-error';
import type { IncomingRequest } from '../../../access/incoming-request';

/** The reason of a write with an outdated version. Only SCIM responds with 412. */
export const PRECONDITION_FAILED = 'preconditionFailed';

/** The version of a record. Every change increases `updatedAt` by at least a millisecond. */
export function entityTag({ updatedAt }: { updatedAt: string }): string {
  return `W/"${Date.parse(updatedAt).toString(36)}"`;
}

/** Rejects a write that is based on another version (RFC 7644, 3.14). */
export function rejectOtherVersion(request: IncomingRequest, record: { updatedAt: string }): void {
  const wanted = request.header('if-match');
  if (wanted === undefined || names(wanted, record)) return;
  throw new AppError('CONFLICT', 'The resource has changed since it was read; read it again', {
    reason: PRECONDITION_FAILED,
  });
}

/** Whether the client already has this version. */
export function isKnownVersion(request: IncomingRequest, record: { updatedAt: string }): boolean {
  const known = request.header('if-none-match');
  return known !== undefined && names(known, record);
}

function names(header: string, record: { updatedAt: string }): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//i, '');
  const own = opaque(entityTag(record));
  return header.split(',').some((tag) => tag.trim() === '*' || opaque(tag) === own);
}
