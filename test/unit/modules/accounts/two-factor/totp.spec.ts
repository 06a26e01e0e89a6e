import { describe, expect, it } from 'vitest';
import {
  authenticatorLink,
  newTotpKey,
  stepOfCode,
  totpCode,
  totpKeyText,
  totpStep,
} from '../../../../../src/modules/accounts/two-factor/totp';

/** The key of RFC 6238's appendix B. */
const KEY = Buffer.from('12345678901234567890');

describe('time-based one-time passwords', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at %d seconds the code of RFC 6238 is %s', (seconds, code) => {
    expect(totpCode(KEY, totpStep(seconds * 1000))).toBe(code);
  });

  it('are accepted for the current step, the one before and the one after, and no other', () => {
    const nowMs = 1_700_000_000_000;
    const step = totpStep(nowMs);
    const taken = [-3, -2, -1, 0, 1, 2, 3].filter(
      (offset) => stepOfCode(KEY, totpCode(KEY, step + offset), nowMs, 0) === step + offset,
    );
    expect(taken).toEqual([-1, 0, 1]);
  });

  it('are rejected for a step that was used, and for earlier ones', () => {
    const nowMs = 1_700_000_000_000;
    const step = totpStep(nowMs);
    const after = (lastStep: number) =>
      [-1, 0, 1].filter((offset) => stepOfCode(KEY, totpCode(KEY, step + offset), nowMs, lastStep) !== null);
    expect(after(step - 1)).toEqual([0, 1]);
    expect(after(step)).toEqual([1]);
    expect(after(step + 1)).toEqual([]);
  });

  it.each(['', '12345', '1234567', '12345a', '１２３４５６', '-12345', '1e5000', ' 287082'])(
    '%j is rejected',
    (code) => {
      expect(stepOfCode(KEY, code, 59_000, 0)).toBeNull();
    },
  );

  it('have keys of 160 random bits', () => {
    const keys = Array.from({ length: 100 }, () => newTotpKey().toString('hex'));
    expect(new Set(keys).size).toBe(100);
    expect(keys[0]).toHaveLength(40);
  });
});

describe('the setup of an authenticator', () => {
  it.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('has base 32 of %j as %j, as in RFC 4648', (text, encoded) => {
    expect(totpKeyText(Buffer.from(text))).toBe(encoded);
  });

  it('has a link with account and issuer, both encoded', () => {
    const link = authenticatorLink(KEY, 'ada+x&y=1@example.com', 'trestle.example.com');
    const url = new URL(link);
    expect(url.protocol).toBe('otpauth:');
    expect(url.host).toBe('totp');
    expect(decodeURIComponent(url.pathname)).toBe('/trestle.example.com:ada+x&y=1@example.com');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      secret: totpKeyText(KEY),
      issuer: 'trestle.example.com',
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });
});
