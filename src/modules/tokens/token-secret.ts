import { bearerDigest, isBearerSecret, newBearerSecret } from '../../access/bearer-secret';

const PREFIX = 'svc_pat_';

/** A personal access token: `svc_pat_`, 40 random base62 characters and a 6-character checksum. */
export function newTokenSecret(): string {
  return newBearerSecret(PREFIX);
}

/** Whether format and checksum are valid; the token does not necessarily exist. */
export function isTokenSecret(text: string): boolean {
  return isBearerSecret(PREFIX, text);
}

export const tokenDigest = bearerDigest;
