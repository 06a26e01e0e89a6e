/** What an organization's keys are for; one key does one thing. */
export const KEY_PURPOSES = ['signing', 'encryption'] as const;
export type KeyPurpose = (typeof KEY_PURPOSES)[number];

/** Both in PEM. */
export interface KeyPair {
  privateKey: string;
  certificate: string;
}
