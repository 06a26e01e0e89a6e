import { bearerDigest, isBearerSecret, newBearerSecret } from '../../../access/bearer-secret';

const PREFIX = 'svc_scim_';

export const newScimTokenSecret = (): string => newBearerSecret(PREFIX);

/** Whether the shape and the checksum hold; says nothing of the token's existence. */
export const isScimTokenSecret = (text: string): boolean => isBearerSecret(PREFIX, text);

export const scimTokenDigest = bearerDigest;
