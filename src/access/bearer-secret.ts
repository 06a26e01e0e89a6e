import { crc32 } from 'node:zlib';
import { sha256 } from '../platform/crypto/digest';
import { randomCharacters } from '../platform/crypto/random';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_CHARACTERS = 40;
const CHECKSUM_CHARACTERS = 6;

/**
 * A secret of one kind: its prefix, random base62 characters (238 bits by default), and a checksum of 6 characters, with
 * which scanners and this service recognize a real secret without a database query.
 */
export function newBearerSecret(prefix: string, randomCharacters = RANDOM_CHARACTERS): string {
  const body = prefix + randomBase62(randomCharacters);
  return body + checksum(body);
}

/** Whether prefix, shape and checksum are valid; the secret may still not exist. */
export function isBearerSecret(prefix: string, text: string, randomCharacters = RANDOM_CHARACTERS): boolean {
  return (
    text.startsWith(prefix) &&
    text.length === prefix.length + randomCharacters + CHECKSUM_CHARACTERS &&
    /^[0-9A-Za-z]+$/.test(text.slice(prefix.length)) &&
    checksum(text.slice(0, -CHECKSUM_CHARACTERS)) === text.slice(-CHECKSUM_CHARACTERS)
  );
}

/** The stored digest. The secret is random and long, so a fast hash without salt cannot be reversed. */
export function bearerDigest(secret: string): Buffer {
  return sha256(secret);
}

export function randomBase62(length: number): string {
  return randomCharacters(ALPHABET, length);
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
