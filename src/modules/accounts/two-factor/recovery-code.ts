import { sha256 } from '../../../platform/crypto/digest';
import { randomCharacters } from '../../../platform/crypto/random';

export const RECOVERY_CODES = 10;

/** Crockford's alphabet, without ambiguous letters. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
/** 120 random bits: too many to be guessed from a digest, so a fast hash without salt is enough. */
const CHARACTERS = 24;
const GROUP = 6;

/** For example `3k9xq2-…`, in four groups. */
export function newRecoveryCode(): string {
  const characters = randomCharacters(ALPHABET, CHARACTERS);
  return characters.match(new RegExp(`.{${GROUP}}`, 'g'))!.join('-');
}

/** The stored digest of a typed code, or null if it is not a recovery code. */
export function recoveryCodeDigest(typed: string): Buffer | null {
  const code = typed.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll(/[il]/g, '1').replaceAll('o', '0');
  if (code.length !== CHARACTERS || [...code].some((character) => !ALPHABET.includes(character))) return null;
  return sha256(code);
}
