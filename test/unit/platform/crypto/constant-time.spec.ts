import { expect, it } from 'vitest';
import { isSameSecret } from '../../../../src/platform/crypto/constant-time';

it.each([
  ['secret', 'secret', true],
  ['secret', 'secreT', false],
  ['secret', 'secret ', false],
  ['', 'secret', false],
  [Buffer.from('secret'), 'secret', true],
])('%s and %s are the same secret: %s', (given, expected, isSame) =>
  expect(isSameSecret(given, expected)).toBe(isSame),
);
