import { randomBytes, randomInt, randomUUID } from 'node:crypto';

const SECRET_BYTES = 32;

/** A secret in base64url, of 256 random bits unless another number of bytes is given. */
export function randomSecret(bytes = SECRET_BYTES): string {
  return randomBytes(bytes).toString('base64url');
}

export function randomHex(bytes: number): string {
  return randomBytes(bytes).toString('hex');
}

export function randomKey(bytes: number): Buffer {
  return randomBytes(bytes);
}

/** At least `from` and less than `below`. */
export function randomInteger(from: number, below: number): number {
  return randomInt(from, below);
}

/** Every character of the alphabet, of at most 256 characters, is equally likely. */
export function randomCharacters(alphabet: string, length: number): string {
  // The remainder of a larger byte would favor the first characters of the alphabet.
  const limit = 256 - (256 % alphabet.length);
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length * 2)) {
      if (byte < limit && text.length < length) text += alphabet[byte % alphabet.length];
    }
  }
  return text;
}

export function newUuid(): string {
  return randomUUID();
}
