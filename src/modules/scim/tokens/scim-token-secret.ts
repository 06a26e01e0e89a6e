import { bearerDigest, isBearerSecret, newBearerSecret } from '../../../access/bearer-secret';

const PREFIX = 'svc_scim_';

export const newScimTokenSecret = (): string => newBearerSecret(PREFIX);

/** Whether format and checksum are valid; does not check that the token exists. */
export const isScimTokenSecret = (text: string): boolean => isBearerSecret(PREFIX, text);

export const scimTokenDigest = bearerDigest;
