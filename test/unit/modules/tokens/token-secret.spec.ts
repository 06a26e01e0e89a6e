import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { isTokenSecret, newTokenSecret, tokenDigest } from '../../../../src/modules/tokens/token-secret';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The published rule, written a second time: CRC-32 of everything before it, base62, six characters. */
function checksumOf(body: string): string {
  let value = BigInt(crc32(body));
  let text = '';
  while (value > 0n) {
    text = BASE62[Number(value % 62n)]! + text;
    value /= 62n;
  }
  return text.padStart(6, '0');
}

describe('a token’s secret', () => {
  const secrets = Array.from({ length: 1_000 }, () => newTokenSecret());

  it('is svc_pat_, 40 random base62 characters and a checksum of 6', () => {
    for (const secret of secrets) {
      expect(secret).toMatch(/^svc_pat_[0-9A-Za-z]{46}$/);
      expect(secret.slice(-6)).toBe(checksumOf(secret.slice(0, -6)));
      expect(isTokenSecret(secret)).toBe(true);
    }
  });

  it('is always different, and uses every character about equally often', () => {
    expect(new Set(secrets).size).toBe(secrets.length);
    const counts = new Map<string, number>();
    for (const character of secrets.map((secret) => secret.slice(8, 48)).join('')) {
      counts.set(character, (counts.get(character) ?? 0) + 1);
    }
    expect(counts.size).toBe(62);
    // 645 of each on average; 6 standard deviations are 153.
    expect(Math.min(...counts.values())).toBeGreaterThan(490);
    expect(Math.max(...counts.values())).toBeLessThan(800);
  });

  it('is rejected with any one character changed', () => {
    const secret = secrets[0]!;
    const changed = Array.from(secret, (character, at) => {
      const other = character === 'a' ? 'b' : 'a';
      return secret.slice(0, at) + other + secret.slice(at + 1);
    });
    expect(changed.filter(isTokenSecret)).toEqual([]);
  });

  it.each(['', 'svc_pat_', `${secrets[0]}x`, secrets[0]!.slice(0, -1), ` ${secrets[0]}`, `${secrets[0]}\n`])(
    'is invalid: %j',
    (text) => expect(isTokenSecret(text)).toBe(false),
  );

  it('is stored as a SHA-256', () => {
    expect(tokenDigest(secrets[0]!)).toHaveLength(32);
    expect(tokenDigest(secrets[0]!).equals(tokenDigest(secrets[1]!))).toBe(false);
  });
});
