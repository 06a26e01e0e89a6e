import { describe, expect, it } from 'vitest';
import { randomCharacters, randomSecret } from '../../../../src/platform/crypto/random';

describe('random text', () => {
  it('is a new secret of 256 bits each time', () => {
    const secrets = Array.from({ length: 100 }, () => randomSecret());
    expect(new Set(secrets).size).toBe(100);
    for (const secret of secrets) expect(secret).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });

  it('has every character of its alphabet, equally often', () => {
    const counts = new Map<string, number>();
    for (const character of randomCharacters('abc', 30_000))
      counts.set(character, (counts.get(character) ?? 0) + 1);
    expect([...counts.keys()].sort()).toEqual(['a', 'b', 'c']);
    // Five standard deviations.
    for (const count of counts.values()) expect(Math.abs(count - 10_000)).toBeLessThan(410);
  });
});
