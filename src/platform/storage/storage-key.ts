import { randomHex } from '../crypto/random';

const KEY = /^[0-9a-f]{40}$/;

export function newStorageKey(): string {
  return randomHex(20);
}

/** Stops path traversal: only a key that this service generated becomes part of a path. */
export function isStorageKey(value: string): boolean {
  return KEY.test(value);
}
