import { randomBytes } from 'node:crypto';

const KEY = /^[0-9a-f]{40}$/;

export function newStorageKey(): string {
  return randomBytes(20).toString('hex');
}

/** Stops path traversal: whatever a caller or a row holds, only a key of ours becomes part of a path. */
export function isStorageKey(value: string): boolean {
  return KEY.test(value);
}
