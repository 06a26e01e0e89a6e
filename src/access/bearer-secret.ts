import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_CHARACTERS = 40;
const CHECKSUM_CHARACTERS = 6;

/**
 * A secret of one kind: its prefix, random base62 characters (238 bits unless more are asked for), and 6 that check the
 * whole, so that a scanner, or this service, can tell a real one from a look-alike without asking a database.
 */
export function newBearerSecret(prefix: string, randomCharacters = RANDOM_CHARACTERS): string {
  const body = prefix + randomBase62(randomCharacters);
  return body + checksum(body);
}

/** Whether prefix, shape and checksum hold; says nothing of the secret's existence. */
export function isBearerSecret(prefix: string, text: string, randomCharacters = RANDOM_CHARACTERS): boolean {
  return (
    text.startsWith(prefix) &&
    text.length === prefix.length + randomCharacters + CHECKSUM_CHARACTERS &&
    /^[0-9A-Za-z]+$/.test(text.slice(prefix.length)) &&
    checksum(text.slice(0, -CHECKSUM_CHARACTERS)) === text.slice(-CHECKSUM_CHARACTERS)
  );
}

/** What the database keeps. The secret is random and long, so a fast hash without salt cannot be reversed. */
export function bearerDigest(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

export function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length * 2)) {
      // Bytes from 248 up would favour the alphabet's first characters.
      if (byte < 248 && text.length < length) text += ALPHABET[byte % 62];
    }
  }
  return text;
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
