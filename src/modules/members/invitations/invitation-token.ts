import { sha256 } from '../../../platform/crypto/digest';
import { randomSecret } from '../../../platform/crypto/random';

export const INVITATION_DAYS = 7;

/** 256 random bits. */
export function newInvitationToken(): string {
  return randomSecret();
}

/** With the configured address, never the request's Host, which the requester controls. */
export function invitationLink({ publicUrl }: { publicUrl: string }, token: string): string {
  return `${publicUrl}/invite?token=${token}`;
}

/**
 * The digest that the database stores. The token is random and long, so a fast hash without salt cannot be reversed.
 */
export function invitationTokenDigest(token: string): Buffer {
  return sha256(token);
}
