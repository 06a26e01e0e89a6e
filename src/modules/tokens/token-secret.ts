import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_CHARACTERS = 40;
const CHECKSUM_CHARACTERS = 6;

const PREFIX = 'svc_pat_';
const SHAPE = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM_CHARACTERS + CHECKSUM_CHARACTERS}}$`);

/**
 * A personal access token: `svc_pat_`, 40 random base62 characters (238 bits), and 6 that check the whole, so that
 * a scanner, or this service, can tell a real token from a look-alike without asking a database.
 */
export function newTokenSecret(): string {
  const body = PREFIX + randomBase62(RANDOM_CHARACTERS);
  return body + checksum(body);
}

/** Whether the shape and the checksum hold; says nothing of the token's existence. */
export function isTokenSecret(text: string): boolean {
  return (
    SHAPE.test(text) && checksum(text.slice(0, -CHECKSUM_CHARACTERS)) === text.slice(-CHECKSUM_CHARACTERS)
  );
}

/** What the database keeps. The secret is random and long, so a fast hash without salt cannot be reversed. */
export function tokenDigest(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** CRC-32 of the characters before it, in base62, left-padded with zeros. */
function checksum(body: string): string {
  let value = crc32(body);
  let text = '';
  for (let at = 0; at < CHECKSUM_CHARACTERS; at += 1) {
    text = ALPHABET[value % 62]! + text;
    value = Math.floor(value / 62);
  }
  return text;
}

function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length * 2)) {
      // Bytes from 248 up would favour the alphabet's first characters.
      if (byte < 248 && text.length < length) text += ALPHABET[byte % 62];
    }
  }
  return text;
}
