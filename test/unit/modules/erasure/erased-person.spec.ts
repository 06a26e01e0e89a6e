import { describe, expect, it } from 'vitest';
import { emailPattern, isAddress } from '../../../../src/modules/erasure/erased-person';

describe('the pattern of an address', () => {
  it.each(['', ' ', '@', 'ada', 'ada@', '@example.com'])('does not exist for %j', (text) => {
    expect(isAddress(text)).toBe(false);
    expect(() => emailPattern(text)).toThrow('Only an address can be erased');
  });

  it('exists for an address, without its meaning in regular expressions', () => {
    expect(isAddress('a.d+a@example.com')).toBe(true);
    expect(emailPattern('a.d+a@example.com')).toContain(String.raw`a\.d\+a@example\.com`);
  });
});
