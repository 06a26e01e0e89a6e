import { describe, expect, it } from 'vitest';
import { dateOrderOf, isAmbiguousDate, readDate } from '../../../../src/column-types/cells/date-text';

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
    // As Jira, Asana, monday and spreadsheets write them.
    ['02/Mar/26 3:41 AM', mdy, '2026-03-02T03:41:00Z'],
    ['2/Mar/2026 12:05 PM', mdy, '2026-03-02T12:05:00Z'],
    ['31/Dec/99 12:00 AM', mdy, '1999-12-31T00:00:00Z'],
    ['13-Mar-26', mdy, '2026-03-13'],
    ['Jan 7, 2026 10:23 AM', mdy, '2026-01-07T10:23:00Z'],
    ['Jan 7, 2026, 10:23:05 PM', mdy, '2026-01-07T22:23:05Z'],
    ['7 January 2026 at 9:05', mdy, '2026-01-07T09:05:00Z'],
    ['3/4/26 1:00 p.m.', dmy, '2026-04-03T13:00:00Z'],
    ['2026/02/03 23:59', mdy, '2026-02-03T23:59:00Z'],
    ['46327', mdy, '2026-11-01'],
    ['46327.5', mdy, '2026-11-01T12:00:00Z'],
    ['2026-02-03 10:20', mdy, '2026-02-03T10:20Z'],
    ['2026-02-03T10:20:30+02:00', mdy, '2026-02-03T10:20:30+02:00'],
  ])('%s reads as %s', (text, format, expected) => {
    expect(readDate(text, format)).toBe(expected);
  });

  it.each([
    '',
    'soon',
    '2026',
    '1-2/2026',
    '3 Foo 2026',
    '1.2.34',
    '1-2-34',
    '02/Mar/26 25:00',
    '02/Mar/26 13:41 PM',
    '02/Mar/26 0:10 AM',
    '12345',
    '99999',
    'x'.repeat(1_000),
  ])('%s is rejected', (text) => {
    expect(() => readDate(text, mdy)).toThrow('is not a date');
  });

  it('the order is inferred from a number that cannot be a month', () => {
    expect(dateOrderOf(['1/2/2026', '13/2/2026'])).toBe('dmy');
    expect(dateOrderOf(['1/2/2026', '2/13/2026'])).toBe('mdy');
    expect(dateOrderOf(['1.2.2026'])).toBe('dmy');
    expect(dateOrderOf(['1/2/2026', '2026-01-02'])).toBeUndefined();
    expect(dateOrderOf(['1/2/26 3:00 PM', '13/2/26 4:00 PM'])).toBe('dmy');
  });

  it.each([
    ['3/4/2026', true],
    ['3/4/2026 10:00 AM', true],
    ['4/4/2026', false],
    ['13/4/2026', false],
    ['3.4.2026', false],
    ['3/Apr/26', false],
    ['2026-03-04', false],
  ])('%s can be read both ways: %s', (text, expected) => {
    expect(isAmbiguousDate(text)).toBe(expected);
  });
});
