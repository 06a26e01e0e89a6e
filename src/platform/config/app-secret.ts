import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deriveKey } from '../crypto/derive-key';
import { randomSecret } from '../crypto/random';
import { makeDirectory } from './make-directory';

/** A key for one purpose. Its id identifies the secret that it was derived from and reveals nothing about the key. */
export interface PurposeKey {
  readonly id: string;
  readonly bytes: Uint8Array;
}

/** Fewer distinct characters than 32 random characters have, even if they are digits. */
const DIFFERENT_CHARACTERS_MIN = 6;

/** Placeholders that examples use for a secret. */
const PLACEHOLDER = /(change|replace).?(me|this)|example|placeholder/i;

/** Whether a secret looks random, not typed by hand or copied from an example. */
export function mayBeRandom(secret: string): boolean {
  return new Set(secret).size >= DIFFERENT_CHARACTERS_MIN && !PLACEHOLDER.test(secret);
}

const KEY_BYTES = 32;
const KEY_ID_BYTES = 6;

/**
 * The installation's secret: it signs sessions and encrypts stored secrets. With the embedded database it is generated
 * once and stored beside the data that it protects. With an external database replicas must share it, so the operator
 * sets it.
 */
export class AppSecret {
  constructor(
    readonly value: string,
    private readonly previous?: string,
  ) {}

  static keptIn(dataDirectory: string, previous?: string): AppSecret {
    makeDirectory(dataDirectory);
    const path = join(dataDirectory, 'app-secret');
    try {
      // `wx` lets the first of two starting processes win; the second reads what the first wrote.
      writeFileSync(path, randomSecret(48), { mode: 0o600, flag: 'wx' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    return new AppSecret(readFileSync(path, 'utf8').trim(), previous);
  }

  /**
   * Keys for one purpose: no two purposes share a key, and no key reveals the secret. The first key is the current one;
   * during a rotation the previous key follows, to decrypt what it has encrypted.
   */
  keysFor(purpose: string): [PurposeKey, ...PurposeKey[]] {
    const present = keyOf(this.value, purpose);
    return this.previous === undefined ? [present] : [present, keyOf(this.previous, purpose)];
  }
}

function keyOf(secret: string, purpose: string): PurposeKey {
  return {
    id: deriveKey(secret, `trestle key id of ${purpose}`, KEY_ID_BYTES).toString('base64url'),
    bytes: deriveKey(secret, `trestle ${purpose}`, KEY_BYTES),
  };
}
