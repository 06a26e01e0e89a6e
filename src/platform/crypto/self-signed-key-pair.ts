import { webcrypto } from 'node:crypto';
import 'reflect-metadata';
import { X509CertificateGenerator } from '@peculiar/x509';
import { randomHex } from './random';

const ALGORITHM = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
const MODULUS_BITS = 2048;
const PUBLIC_EXPONENT = new Uint8Array([1, 0, 1]);

/** Both in PEM. */
export interface SelfSignedKeyPair {
  privateKey: string;
  certificate: string;
}

interface CertificateContent {
  commonName: string;
  from: Date;
  years: number;
}

/**
 * A new RSA key and a certificate of it, for parties that trust the certificate because an administrator gave it to them:
 * it contains a name and a period and is signed with its own key.
 */
export async function newSelfSignedKeyPair({
  commonName,
  from,
  years,
}: CertificateContent): Promise<SelfSignedKeyPair> {
  const settings = { ...ALGORITHM, modulusLength: MODULUS_BITS, publicExponent: PUBLIC_EXPONENT };
  const keys = await webcrypto.subtle.generateKey(settings, true, ['sign', 'verify']);
  const until = new Date(from);
  until.setUTCFullYear(from.getUTCFullYear() + years);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber: newSerialNumber(),
    name: `CN=${commonName}`,
    notBefore: from,
    notAfter: until,
    signingAlgorithm: ALGORITHM,
    keys,
  });
  const privateKey = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
  return { privateKey: pem('PRIVATE KEY', privateKey), certificate: pem('CERTIFICATE', certificate.rawData) };
}

/** Positive, and always 16 bytes long. */
function newSerialNumber(): string {
  return `4${randomHex(16).slice(1)}`;
}

function pem(label: string, der: ArrayBuffer): string {
  const lines = Buffer.from(der)
    .toString('base64')
    .match(/.{1,64}/g)!
    .join('\n');
  return `-----BEGIN ${label}-----\n${lines}\n-----END ${label}-----\n`;
}
