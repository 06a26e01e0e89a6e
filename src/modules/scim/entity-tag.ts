import { AppError } from '../../kernel/app-error';
import type { IncomingRequest } from '../../access/incoming-request';
import { PRECONDITION_FAILED } from '../../rpc/scim-error-body';

/** The version of a record, which moves on by a millisecond at least with each change. */
export function entityTag({ updatedAt }: { updatedAt: string }): string {
  return `W/"${Date.parse(updatedAt).toString(36)}"`;
}

/** Stops a write by somebody who has seen another version (RFC 7644, 3.14). */
export function refuseOtherVersion(request: IncomingRequest, record: { updatedAt: string }): void {
  const wanted = request.header('if-match');
  if (wanted === undefined || names(wanted, record)) return;
  throw new AppError('CONFLICT', 'The resource has changed since; read it again', {
    reason: PRECONDITION_FAILED,
  });
}

/** Whether whoever asks has this version already. */
export function isKnownVersion(request: IncomingRequest, record: { updatedAt: string }): boolean {
  const known = request.header('if-none-match');
  return known !== undefined && names(known, record);
}

function names(header: string, record: { updatedAt: string }): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//i, '');
  const own = opaque(entityTag(record));
  return header.split(',').some((tag) => tag.trim() === '*' || opaque(tag) === own);
}
