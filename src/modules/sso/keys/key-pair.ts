/** The purpose of a key. Each key has one purpose. */
export const KEY_PURPOSES = ['signing', 'encryption'] as const;
export type KeyPurpose = (typeof KEY_PURPOSES)[number];

/** Both in PEM. */
export interface KeyPair {
  privateKey: string;
  certificate: string;
}
