import { describe, expect, it } from 'vitest';
import { DecimalMarks, readNumber } from '../../../../src/column-types/cells/number-text';

describe('numbers in cells', () => {
  it.each([
    [['1', '-2.5', '1,234.5'], '.'],
    [['1', '2,5'], ','],
    [['1.234', '1.234,5'], ','],
    [['1,234'], '.'],
    [['1', 'one'], undefined],
    [['1.5', '2,5'], undefined],
    // Codes, and what a double would round.
    [['007', '1'], undefined],
    [['12345678901234567890'], undefined],
  ])('%j have the mark %s', (texts, mark) => {
    const marks = new DecimalMarks();
    for (const text of texts) marks.add(text);
    expect(marks.mark).toBe(mark);
  });

  it.each([
    ['1,234.5', '.', 1234.5],
    ['1.234,5', ',', 1234.5],
    ['$ 1,200.50', '.', 1200.5],
    ['1 234,5 €', ',', 1234.5],
    ['50 %', '.', 50],
    ['-3', '.', -3],
  ] as const)('%s with %s is %d', (text, decimalMark, number) => {
    expect(readNumber(text, { decimalMark, dateOrder: 'mdy' })).toBe(number);
  });

  it.each(['', 'abc', '1e5', '--1', '1,2,3', `${'1'.repeat(100)}`])('%s is rejected', (text) => {
    expect(() => readNumber(text, { decimalMark: '.', dateOrder: 'mdy' })).toThrow('is not a number');
  });
});
