import { createHash, randomBytes } from 'node:crypto';

/** Good once, for ten minutes: who reads the mail later finds nothing to use. */
export const RESET_TOKEN_LIFETIME_MINUTES = 10;

/** 256 random bits. */
export function newResetToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What the database keeps. The token is random and long, so a fast hash without salt cannot be reversed. */
export function resetTokenDigest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
