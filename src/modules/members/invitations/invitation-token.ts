import { sha256 } from '../../../platform/crypto/digest';
import { randomSecret } from '../../../platform/crypto/random';

export const INVITATION_DAYS = 7;

/** 256 random bits. */
export function newInvitationToken(): string {
  return randomSecret();
}

/**
 * The digest that the database stores. The token is random and long, so a fast hash without salt cannot be reversed.
 */
export function invitationTokenDigest(token: string): Buffer {
  return sha256(token);
}
