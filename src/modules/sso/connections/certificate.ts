import { parseCertificate, type X509Certificate } from '../../../platform/crypto/certificate';
import { sha256Text } from '../../../platform/crypto/digest';

const MIN_BITS = 2048;
const MAX_CHARACTERS = 16_384;
const ARMOUR = /^-----BEGIN CERTIFICATE-----([\s\S]+)-----END CERTIFICATE-----$/;

export interface CertificateFacts {
  /** SHA-256 fingerprint of the certificate, as certificate tools print it. */
  fingerprint: string;
  expiresAt: string;
}

/** Normalizes a signing certificate to one form of PEM, or returns why it is invalid. */
export function readCertificate(given: string): { pem: string } | { problem: string } {
  const text = given.trim();
  if (text.length > MAX_CHARACTERS) return { problem: 'Is too long for a certificate' };
  const base64 = (ARMOUR.exec(text)?.[1] ?? text).replaceAll(/\s/g, '');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return { problem: 'Must be one certificate in PEM' };
  const certificate = parsed(base64);
  if (certificate === null) return { problem: 'Must be one certificate in PEM' };
  const { publicKey } = certificate;
  if (publicKey.asymmetricKeyType !== 'rsa') return { problem: 'Must have an RSA key' };
  if ((publicKey.asymmetricKeyDetails?.modulusLength ?? 0) < MIN_BITS)
    return { problem: `Must have an RSA key of at least ${MIN_BITS} bits` };
  // The parser accepts invalid dates in the validity period.
  if (Number.isNaN(Date.parse(certificate.validTo))) return { problem: 'Must have an expiry date' };
  const lines = certificate.raw
    .toString('base64')
    .match(/.{1,64}/g)!
    .join('\n');
  return { pem: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n` };
}

/** For a certificate that was validated before. */
export function certificateFacts(pem: string): CertificateFacts {
  const certificate = parseCertificate(pem);
  const digest = sha256Text(certificate.raw, 'hex').toUpperCase();
  return {
    fingerprint: digest.match(/../g)!.join(':'),
    expiresAt: new Date(certificate.validTo).toISOString(),
  };
}

function parsed(base64: string): X509Certificate | null {
  try {
    return parseCertificate(Buffer.from(base64, 'base64'));
  } catch {
    return null;
  }
}
