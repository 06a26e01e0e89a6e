import { sha256 } from '../../../platform/crypto/digest';
import { randomSecret } from '../../../platform/crypto/random';

/** Single use, valid for ten minutes: a mail that is read later contains no working token. */
export const RESET_TOKEN_LIFETIME_MINUTES = 10;
/** Of a link that the operator prints and passes on: its user may be away. */
export const OPERATOR_LINK_LIFETIME_HOURS = 24;

/** 256 random bits. */
export function newResetToken(): string {
  return randomSecret();
}

/** The stored digest. The token is long and random, so a fast hash without salt cannot be reversed. */
export function resetTokenDigest(token: string): Buffer {
  return sha256(token);
}
