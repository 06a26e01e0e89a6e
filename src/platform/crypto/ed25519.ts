import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';

/** Both in DER, base64: PKCS #8 and SubjectPublicKeyInfo. */
export interface Ed25519KeyPair {
  privateKey: string;
  publicKey: string;
}

export function newEd25519KeyPair(): Ed25519KeyPair {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519', {
    privateKeyEncoding: { format: 'der', type: 'pkcs8' },
    publicKeyEncoding: { format: 'der', type: 'spki' },
  });
  return { privateKey: privateKey.toString('base64'), publicKey: publicKey.toString('base64') };
}

/** The signature in base64. */
export function signEd25519(content: string, privateKey: string): string {
  const key = createPrivateKey({ key: Buffer.from(privateKey, 'base64'), format: 'der', type: 'pkcs8' });
  return sign(null, Buffer.from(content), key).toString('base64');
}

/** False also for a key or a signature that is none, and for a signature that is written in another way. */
export function isSignedByEd25519(content: string, signature: string, publicKey: string): boolean {
  const bytes = Buffer.from(signature, 'base64');
  if (bytes.toString('base64') !== signature) return false;
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'ed25519' && verify(null, Buffer.from(content), key, bytes);
  } catch {
    return false;
  }
}
