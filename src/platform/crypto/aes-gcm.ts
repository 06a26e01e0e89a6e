import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

export type AesGcm = 'aes-128-gcm' | 'aes-256-gcm';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Nonce, ciphertext and tag in one buffer. `associated` is authenticated too and is required for decryption. */
export function encryptAesGcm(cipher: AesGcm, key: Uint8Array, plain: Buffer, associated?: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const encryption = createCipheriv(cipher, key, nonce, { authTagLength: TAG_BYTES });
  if (associated !== undefined) encryption.setAAD(associated);
  return Buffer.concat([nonce, encryption.update(plain), encryption.final(), encryption.getAuthTag()]);
}

/** Throws when the text was encrypted with another key or for another record, or was changed. */
export function decryptAesGcm(cipher: AesGcm, key: Uint8Array, sealed: Buffer, associated?: Buffer): Buffer {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const decryption = createDecipheriv(cipher, key, nonce, { authTagLength: TAG_BYTES });
  if (associated !== undefined) decryption.setAAD(associated);
  decryption.setAuthTag(sealed.subarray(-TAG_BYTES));
  return Buffer.concat([decryption.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decryption.final()]);
}
