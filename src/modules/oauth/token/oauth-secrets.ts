import { isBearerSecret, newBearerSecret, randomBase62 } from '../../../access/bearer-secret';

const ACCESS = 'svc_oat_';
const REFRESH = 'svc_ort_';
const CODE = 'svc_oac_';
const CLIENT = 'svc_ocs_';
const HANDOVER = 'svc_osh_';

const SELECTOR_CHARACTERS = 24;
const REFRESH_CHARACTERS = SELECTOR_CHARACTERS + 40;
const SELECTOR_END = REFRESH.length + SELECTOR_CHARACTERS;

export const newClientId = (): string => `client_${randomBase62(24)}`;
export const newClientSecret = (): string => newBearerSecret(CLIENT);
export const newCode = (): string => newBearerSecret(CODE);
export const newTransferCode = (): string => newBearerSecret(HANDOVER);
export const isTransferCode = (text: string): boolean => isBearerSecret(HANDOVER, text);
export const newAccessToken = (): string => newBearerSecret(ACCESS);
export const isAccessToken = (text: string): boolean => isBearerSecret(ACCESS, text);

export const isRefreshToken = (text: string): boolean => isBearerSecret(REFRESH, text, REFRESH_CHARACTERS);

/**
 * The prefix that all refresh tokens of a family have. It finds the family of a token that was replaced long ago, so
 * that its reuse is detected without storing all previous tokens.
 */
export const selectorOf = (refreshToken: string): string => refreshToken.slice(0, SELECTOR_END);

/** The first refresh token of a family, or the successor of `previous`. */
export function newRefreshToken(previous?: string): string {
  if (previous === undefined) return newBearerSecret(REFRESH, REFRESH_CHARACTERS);
  return newBearerSecret(selectorOf(previous), REFRESH_CHARACTERS - SELECTOR_CHARACTERS);
}
