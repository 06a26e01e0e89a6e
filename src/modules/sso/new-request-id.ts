import { randomBytes } from 'node:crypto';

/** An XML id as well: it names a request to the provider. */
export function newRequestId(): string {
  return `_${randomBytes(24).toString('hex')}`;
}
