import { hkdfSync, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A key for one purpose. Its id tells which secret it was made from and nothing about the key. */
export interface PurposeKey {
  readonly id: string;
  readonly bytes: Uint8Array;
}

/** Fewer different characters than 32 random ones ever have, be they digits. */
const DIFFERENT_CHARACTERS_MIN = 6;

/** What examples write where a secret belongs. */
const PLACEHOLDER = /(change|replace).?(me|this)|example|placeholder/i;

/** Whether a secret may have been made by chance, and not by a finger on one key or from somebody's example. */
export function mayBeRandom(secret: string): boolean {
  return new Set(secret).size >= DIFFERENT_CHARACTERS_MIN && !PLACEHOLDER.test(secret);
}

const KEY_BYTES = 32;
const KEY_ID_BYTES = 6;

/**
 * The installation's secret: signs sessions, encrypts stored secrets. With the embedded database it is made once and
 * kept beside the data it protects; with an outside database replicas must share it, so it has to be given.
 */
export class AppSecret {
  constructor(
    readonly value: string,
    private readonly previous?: string,
  ) {}

  static keptIn(dataDirectory: string, previous?: string): AppSecret {
    mkdirSync(dataDirectory, { recursive: true });
    const path = join(dataDirectory, 'app-secret');
    try {
      // `wx` lets the first of two starting processes win; the other one reads what it wrote.
      writeFileSync(path, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    return new AppSecret(readFileSync(path, 'utf8').trim(), previous);
  }

  /**
   * Keys for one purpose alone: no two purposes share one, and none tells of the secret. The first one is the present
   * one; during a rotation the one before it follows, to read what it has written.
   */
  keysFor(purpose: string): [PurposeKey, ...PurposeKey[]] {
    const present = keyOf(this.value, purpose);
    return this.previous === undefined ? [present] : [present, keyOf(this.previous, purpose)];
  }
}

function keyOf(secret: string, purpose: string): PurposeKey {
  const id = Buffer.from(hkdfSync('sha256', secret, '', `trestle key id of ${purpose}`, KEY_ID_BYTES));
  return {
    id: id.toString('base64url'),
    bytes: new Uint8Array(hkdfSync('sha256', secret, '', `trestle ${purpose}`, KEY_BYTES)),
  };
}
