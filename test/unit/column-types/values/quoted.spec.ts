import { expect, it } from 'vitest';
import { quoted } from '../../../../src/column-types/values/quoted';

it('cuts no character in half, which would be invalid UTF-8', () => {
  const text = `${'x'.repeat(59)}😀 and more`;
  expect(quoted(text).isWellFormed()).toBe(true);
  expect(quoted(text)).toBe(`"${'x'.repeat(59)}…"`);
  expect(quoted('a\uD83D')).toBe('"a\uFFFD"');
  expect(quoted('short 😀')).toBe('"short 😀"');
});
