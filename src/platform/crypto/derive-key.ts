import { hkdfSync } from 'node:crypto';

/** A key for one purpose (HKDF with SHA-256): keys of other purposes reveal nothing about it, nor about the secret. */
export function deriveKey(secret: string, purpose: string, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, bytes));
}
