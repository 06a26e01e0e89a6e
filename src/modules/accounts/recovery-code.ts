import { createHash, randomBytes } from 'node:crypto';

export const RECOVERY_CODES = 10;

/** Crockford's, without letters that are read as others. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
/** 120 random bits, too many to be guessed from a digest: a fast hash without salt is enough. */
const CHARACTERS = 24;
const GROUP = 6;

/** Such as `3k9xq2-…`, in four groups. */
export function newRecoveryCode(): string {
  const characters = Array.from(randomBytes(CHARACTERS), (byte) => ALPHABET[byte & 31]).join('');
  return characters.match(new RegExp(`.{${GROUP}}`, 'g'))!.join('-');
}

/** What the database keeps of a code that somebody typed, or null when it can be none. */
export function recoveryCodeDigest(typed: string): Buffer | null {
  const code = typed.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll(/[il]/g, '1').replaceAll('o', '0');
  if (code.length !== CHARACTERS || [...code].some((character) => !ALPHABET.includes(character))) return null;
  return createHash('sha256').update(code).digest();
}
