import { createPrivateKey, X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { newSelfSignedKeyPair } from '../../../../src/platform/crypto/self-signed-key-pair';

async function certified(from: string) {
  const pair = await newSelfSignedKeyPair({ commonName: 'Single sign-on', from: new Date(from), years: 10 });
  return {
    certificate: new X509Certificate(pair.certificate),
    privateKey: createPrivateKey(pair.privateKey),
  };
}

describe('a self-signed key pair', () => {
  it.each([
    ['2026-11-22T09:00:00.000Z', '2036-11-22T09:00:00.000Z'],
    ['2039-12-31T23:59:59.999Z', '2049-12-31T23:59:59.000Z'],
    ['2040-01-01T00:00:00.000Z', '2050-01-01T00:00:00.000Z'],
    ['2051-02-28T12:00:00.000Z', '2061-02-28T12:00:00.000Z'],
  ])('created at %s has a certificate that is valid for ten years', async (from, until) => {
    const { certificate, privateKey } = await certified(from);
    expect(new Date(certificate.validTo).toISOString()).toBe(until);
    expect(Date.parse(certificate.validFrom)).toBe(Math.floor(Date.parse(from) / 1000) * 1000);
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect(certificate.checkPrivateKey(privateKey)).toBe(true);
    expect([certificate.subject, certificate.issuer]).toEqual(['CN=Single sign-on', 'CN=Single sign-on']);
    expect(privateKey.asymmetricKeyDetails?.modulusLength).toBe(2048);
  });

  it('has a unique serial number', async () => {
    const pairs = await Promise.all(Array.from({ length: 4 }, () => certified('1970-01-01T00:00:00.000Z')));
    const serials = pairs.map(({ certificate }) => certificate.serialNumber);
    expect(new Set(serials).size).toBe(4);
    for (const serial of serials) expect(serial).toMatch(/^4[0-9A-F]{31}$/);
  });
});
