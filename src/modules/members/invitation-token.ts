import { createHash, randomBytes } from 'node:crypto';

export const INVITATION_DAYS = 7;

/** 256 random bits. */
export function newInvitationToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What the database keeps. The token is random and long, so a fast hash without salt cannot be reversed. */
export function invitationTokenDigest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
