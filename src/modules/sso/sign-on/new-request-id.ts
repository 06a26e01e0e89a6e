import { randomHex } from '../../../platform/crypto/random';

/** A valid XML ID, which identifies a request to the provider. */
export function newRequestId(): string {
  return `_${randomHex(24)}`;
}
