import { constants, createPublicKey, privateDecrypt, sign, verify } from 'node:crypto';

export type OaepHash = 'sha1' | 'sha256';

/** Signs with RSA (PKCS #1) and SHA-256. The key is in PEM. */
export function signRsaSha256(content: string, privateKey: string): Buffer {
  return sign('sha256', Buffer.from(content), privateKey);
}

/** Whether the signature was made with the key of a certificate in PEM. */
export function isSignedByCertificate(
  certificate: string,
  hash: 'sha256' | 'sha512',
  content: string,
  signature: Buffer,
): boolean {
  return verify(hash, Buffer.from(content), createPublicKey(certificate), signature);
}

/** Decrypts a key that was encrypted with RSA-OAEP for our key. OpenSSL uses one hash for the label and the mask. */
export function unwrapKey(privateKey: string, wrappedKey: Buffer, oaepHash: OaepHash): Buffer {
  const padding = constants.RSA_PKCS1_OAEP_PADDING;
  return privateDecrypt({ key: privateKey, padding, oaepHash }, wrappedKey);
}
