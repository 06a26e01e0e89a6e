import { bearerDigest, isBearerSecret, newBearerSecret } from '../../access/bearer-secret';

const PREFIX = 'svc_pat_';

/** A personal access token: `svc_pat_`, 40 random base62 characters and 6 that check the whole. */
export function newTokenSecret(): string {
  return newBearerSecret(PREFIX);
}

/** Whether the shape and the checksum hold; says nothing of the token's existence. */
export function isTokenSecret(text: string): boolean {
  return isBearerSecret(PREFIX, text);
}

export const tokenDigest = bearerDigest;
