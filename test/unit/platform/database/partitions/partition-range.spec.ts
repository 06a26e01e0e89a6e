import { describe, expect, it } from 'vitest';
import {
  contains,
  dayAfter,
  rangeAround,
} from '../../../../../src/platform/database/partitions/partition-range';

describe('rangeAround', () => {
  it.each([
    ['day', '2026-12-31', '2026-12-31', '2027-01-01'],
    ['week', '2026-12-31', '2026-12-28', '2027-01-04'],
    ['week', '2026-12-28', '2026-12-28', '2027-01-04'],
    ['week', '2027-01-03', '2026-12-28', '2027-01-04'],
    ['month', '2026-12-31', '2026-12-01', '2027-01-01'],
    ['month', '2028-02-29', '2028-02-01', '2028-03-01'],
    ['year', '2026-12-31', '2026-01-01', '2027-01-01'],
  ] as const)('is the whole %s of %s', (width, day, from, to) => {
    expect(rangeAround(day, width, [])).toEqual({ from, to });
  });

  it('leaves out what other partitions contain', () => {
    const others = [
      { from: '2026-10-01', to: '2026-11-01' },
      { from: '2026-11-01', to: '2026-11-10' },
      { from: '2026-11-12', to: '2026-11-13' },
      { from: '2026-11-20', to: '2026-11-21' },
    ];
    expect(rangeAround('2026-11-15', 'month', others)).toEqual({ from: '2026-11-13', to: '2026-11-20' });
    expect(rangeAround('2026-11-25', 'month', others)).toEqual({ from: '2026-11-21', to: '2026-12-01' });
    expect(rangeAround('2026-11-10', 'day', others)).toEqual({ from: '2026-11-10', to: '2026-11-11' });
  });
});

it('a range contains its first day and not its end', () => {
  const range = { from: '2026-11-01', to: '2026-12-01' };
  const days = ['2026-10-31', '2026-11-01', '2026-11-30', '2026-12-01'];
  expect(days.map((day) => contains(range, day))).toEqual([false, true, true, false]);
});

it('days are counted in UTC', () => {
  expect(dayAfter(new Date('2026-12-31T23:59:59.999Z'), 1)).toBe('2027-01-01');
  expect(dayAfter(new Date('2026-03-01T00:00:00Z'), -1)).toBe('2026-02-28');
});
