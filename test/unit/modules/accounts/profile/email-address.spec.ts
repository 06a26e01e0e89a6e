import { describe, expect, it } from 'vitest';
import { emailKey } from '../../../../../src/modules/accounts/profile/email-address';

describe('the key of an e-mail address', () => {
  it.each([
    ['ada@example.com', 'ada@example.com'],
    ['  Ada@Example.COM\t', 'ada@example.com'],
    ['ADA+tag@EXAMPLE.com', 'ada+tag@example.com'],
    ['jose\u0301@example.com', 'jos\u00e9@example.com'],
    ['O\u2019Hara@example.com', 'o\u2019hara@example.com'],
  ])('of %j is %s', (email, key) => expect(emailKey(email)).toBe(key));

  it('is idempotent', () => {
    expect(emailKey(emailKey(' Jose\u0301@Example.com'))).toBe(emailKey(' Jose\u0301@Example.com'));
  });
});
