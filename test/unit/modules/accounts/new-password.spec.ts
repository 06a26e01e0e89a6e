import { describe, expect, it } from 'vitest';
import { GUESSED_PASSWORDS } from '../../../../src/modules/accounts/guessed-passwords';
import {
  hasPasswordLength,
  isCommonPassword,
  refusePasswordOfPerson,
} from '../../../../src/modules/accounts/new-password';

describe('passwords that are guessed first', () => {
  it('are on a list of thousands, none of them too short to be asked for', () => {
    const list = GUESSED_PASSWORDS.trim().split(/\s+/);
    expect(new Set(list).size).toBe(list.length);
    expect(list.length).toBeGreaterThan(3_000);
    expect(list.filter((password) => password.length < 8 || password !== password.toLowerCase())).toEqual([]);
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
  ])('%j is one', (password) => expect(isCommonPassword(password)).toBe(true));

  it.each([
    '',
    'correct horse battery',
    'a whole new password',
    'analytical engine',
    'constructor',
    '__proto__',
  ])('%j is none', (password) => expect(isCommonPassword(password)).toBe(false));
});

it.each([
  [7, 'x'.repeat(7)],
  [8, '🙂'.repeat(8)],
  [128, '🙂'.repeat(128)],
  [129, '🙂'.repeat(129)],
  [10_000_000, 'x'.repeat(10_000_000)],
])('a password of %d characters has a length that is allowed, or not', (length, password) =>
  expect(hasPasswordLength(password)).toBe(length >= 8 && length <= 128),
);

describe('a password that is its owner’s', () => {
  const person = { name: 'Ada King Lovelace', email: 'ada.lovelace@example.com' };

  it.each([
    'ada king lovelace',
    'AdaKingLovelace',
    'ADA.LOVELACE@example.com',
    'ada.lovelace',
    'ａｄａ.lovelace',
  ])('%s is refused', (password) =>
    expect(() => refusePasswordOfPerson('password', password, person)).toThrow('name or e-mail'),
  );

  it('one that only holds the name is not', () => {
    expect(() => refusePasswordOfPerson('password', 'ada.lovelace writes notes', person)).not.toThrow();
  });
});
