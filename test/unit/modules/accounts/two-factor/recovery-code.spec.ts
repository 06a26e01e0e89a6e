import { describe, expect, it } from 'vitest';
import {
  newRecoveryCode,
  recoveryCodeDigest,
} from '../../../../../src/modules/accounts/two-factor/recovery-code';

describe('recovery codes', () => {
  it('are long, random, and without letters that look like others', () => {
    const codes = Array.from({ length: 200 }, newRecoveryCode);
    expect(new Set(codes).size).toBe(200);
    for (const code of codes) expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{6}-){3}[0-9a-hjkmnp-tv-z]{6}$/);
  });

  it('are found in any spelling', () => {
    const code = newRecoveryCode();
    const digest = recoveryCodeDigest(code)!;
    for (const typed of [code.toUpperCase(), code.replaceAll('-', ''), ` ${code.replaceAll('-', ' ')} `])
      expect(recoveryCodeDigest(typed)).toEqual(digest);
    expect(recoveryCodeDigest('0000001-11111111111111111')).toEqual(
      recoveryCodeDigest('ooOO00i-lLI1iiIlL11111111'),
    );
  });

  it.each(['', '123456', 'x'.repeat(23), 'x'.repeat(25), 'u'.repeat(24), 'ä'.repeat(24)])(
    '%j is not one',
    (typed) => expect(recoveryCodeDigest(typed)).toBeNull(),
  );
});
