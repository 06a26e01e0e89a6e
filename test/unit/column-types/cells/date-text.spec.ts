import { describe, expect, it } from 'vitest';
import { dateOrderOf, readDate } from '../../../../src/column-types/cells/date-text';

const mdy = { decimalMark: '.', dateOrder: 'mdy' } as const;
const dmy = { decimalMark: '.', dateOrder: 'dmy' } as const;

describe('dates in cells', () => {
  it.each([
    ['2026-2-3', mdy, '2026-02-03'],
    ['2026/02/03', mdy, '2026-02-03'],
    ['2/3/2026', mdy, '2026-02-03'],
    ['2/3/2026', dmy, '2026-03-02'],
    ['2.3.2026', mdy, '2026-03-02'],
    ['3 Feb 2026', mdy, '2026-02-03'],
    ['03-February-2026', mdy, '2026-02-03'],
    ['Feb. 3, 2026', mdy, '2026-02-03'],
    ['2026-02-03 10:20', mdy, '2026-02-03T10:20Z'],
    ['2026-02-03T10:20:30+02:00', mdy, '2026-02-03T10:20:30+02:00'],
  ])('%s reads as %s', (text, format, expected) => {
    expect(readDate(text, format)).toBe(expected);
  });

  it.each(['', 'soon', '2026', '1-2/2026', '3 Foo 2026', 'x'.repeat(1_000)])('%s is rejected', (text) => {
    expect(() => readDate(text, mdy)).toThrow('is not a date');
  });

  it('the order is inferred from a number that cannot be a month', () => {
    expect(dateOrderOf(['1/2/2026', '13/2/2026'])).toBe('dmy');
    expect(dateOrderOf(['1/2/2026', '2/13/2026'])).toBe('mdy');
    expect(dateOrderOf(['1.2.2026'])).toBe('dmy');
    expect(dateOrderOf(['1/2/2026', '2026-01-02'])).toBeUndefined();
  });
});
