import { timingSafeEqual } from 'node:crypto';
import { sha256 } from './digest';

/**
 * Compares a secret that a caller sent with the expected one in constant time: an early return would reveal how much of
 * a guess is right. Digests make the lengths equal.
 */
export function isSameSecret(given: string | Uint8Array, expected: string | Uint8Array): boolean {
  return timingSafeEqual(sha256(given), sha256(expected));
}
