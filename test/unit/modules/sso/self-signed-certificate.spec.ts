import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { selfSignedCertificate } from '../../../../src/modules/sso/keys/self-signed-certificate';

const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });

describe('a certificate of a key of our own', () => {
  it.each([
    ['2026-11-22T09:00:00.000Z', '2036-11-22T09:00:00.000Z'],
    ['2039-12-31T23:59:59.999Z', '2049-12-31T23:59:59.000Z'],
    ['2040-01-01T00:00:00.000Z', '2050-01-01T00:00:00.000Z'],
    ['2051-02-28T12:00:00.000Z', '2061-02-28T12:00:00.000Z'],
  ])('made at %s is good for ten years', (from, until) => {
    const certificate = new X509Certificate(selfSignedCertificate(pair, new Date(from)));
    expect(new Date(certificate.validTo).toISOString()).toBe(until);
    expect(Date.parse(certificate.validFrom)).toBe(Math.floor(Date.parse(from) / 1000) * 1000);
    expect(certificate.verify(pair.publicKey)).toBe(true);
    expect(certificate.checkPrivateKey(pair.privateKey)).toBe(true);
  });

  it('has a number of its own', () => {
    const serials = Array.from(
      { length: 20 },
      () => new X509Certificate(selfSignedCertificate(pair, new Date(0))).serialNumber,
    );
    expect(new Set(serials).size).toBe(20);
    for (const serial of serials) expect(serial).toMatch(/^[4-7][0-9A-F]{31}$/);
  });
});
