import { dictionary } from '@zxcvbn-ts/language-common';
import { describe, expect, it } from 'vitest';
import {
  hasPasswordLength,
  isCommonPassword,
  rejectPasswordOfPerson,
} from '../../../../../src/modules/accounts/password/new-password';

describe('common passwords', () => {
  it('are those that leaked most often: thousands, in any case', () => {
    const list = dictionary['passwords-common'].filter(({ length }) => length >= 8);
    expect(list.length).toBeGreaterThan(3_000);
    expect(list.filter((password) => !isCommonPassword(password.toUpperCase()))).toEqual([]);
  });

  it.each([
    'password',
    'PASSWORD',
    'Password1',
    'qwertyuiop',
    '12345678',
    '87654321',
    'aaaaaaaa',
    'iloveyou',
    'letmein123',
    'ｐａｓｓｗｏｒｄ１',
    ' '.repeat(8),
    '\t'.repeat(16),
    '🙂'.repeat(8),
    'Michael2026!',
    '123dragon',
    '!Password99',
    'trestle123!',
    'poiuytrewq',
    'zyxwvuts1',
    '1q2w3e4r5t',
    '4v3c2x1z',
    '12251993',
    '0987612345',
    'abcabcabc',
    'tiggertigger',
  ])('%j is one', (password) => expect(isCommonPassword(password)).toBe(true));

  it.each([
    '',
    'correct horse battery',
    'a whole new password',
    'analytical engine',
    'constructor',
    '__proto__',
    'correct horse 77',
    'tigger drinks tea',
    '48213907716',
    'x'.repeat(17),
    '日本語の合言葉です',
  ])('%j is not one', (password) => expect(isCommonPassword(password)).toBe(false));
});

it.each([
  [7, 'x'.repeat(7)],
  [8, '🙂'.repeat(8)],
  [128, '🙂'.repeat(128)],
  [129, '🙂'.repeat(129)],
  [10_000_000, 'x'.repeat(10_000_000)],
])('the length of a password of %d characters is allowed, or not', (length, password) =>
  expect(hasPasswordLength(password)).toBe(length >= 8 && length <= 128),
);

describe('passwords with the owner’s name or address', () => {
  const person = { name: 'Ada King Lovelace', email: 'ada.lovelace@example.com' };

  it.each([
    'ada king lovelace',
    'AdaKingLovelace',
    'ADA.LOVELACE@example.com',
    'ada.lovelace',
    'ａｄａ.lovelace',
  ])('%s is rejected', (password) =>
    expect(() => rejectPasswordOfPerson('password', password, person)).toThrow('name or e-mail'),
  );

  it('one that only contains the name is not', () => {
    expect(() => rejectPasswordOfPerson('password', 'ada.lovelace writes notes', person)).not.toThrow();
  });
});
