import { webcrypto } from 'node:crypto';
import 'reflect-metadata';
import { SubjectAlternativeNameExtension, X509CertificateGenerator } from '@peculiar/x509';

export interface ServerCertificate {
  privateKey: string;
  certificate: string;
}

/** A key with a certificate for names, which clients trust as their only authority. */
export async function serverCertificate(names: readonly string[]): Promise<ServerCertificate> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = (await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])) as CryptoKeyPair;
  const certificate = await X509CertificateGenerator.createSelfSigned(
    {
      name: `CN=${names[0]}`,
      notBefore: new Date('2025-01-01'),
      notAfter: new Date('2045-01-01'),
      signingAlgorithm: algorithm,
      keys,
      extensions: [
        new SubjectAlternativeNameExtension(names.map((value) => ({ type: 'dns' as const, value }))),
      ],
    },
    webcrypto as Crypto,
  );
  const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey));
  const lines = pkcs8.toString('base64').match(/.{1,64}/g)!;
  return {
    privateKey: `-----BEGIN PRIVATE KEY-----\n${lines.join('\n')}\n-----END PRIVATE KEY-----\n`,
    certificate: `${certificate.toString('pem')}\n`,
  };
}
