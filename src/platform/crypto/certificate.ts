import { X509Certificate } from 'node:crypto';

export type { X509Certificate } from 'node:crypto';

/** Reads a certificate in PEM or DER. Throws on anything else. */
export function parseCertificate(certificate: string | Buffer): X509Certificate {
  return new X509Certificate(certificate);
}
