import { describe, expect, it } from 'vitest';
import { aColumn, refusedPath } from '../column-builder';

describe('date', () => {
  const column = aColumn('date');

  it.each([
    ['2026-03-01', '2026-03-01T00:00:00.000Z'],
    [' 2026-03-01 ', '2026-03-01T00:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['2000-02-29', '2000-02-29T00:00:00.000Z'],
    ['0001-01-01', '0001-01-01T00:00:00.000Z'],
    ['0099-12-31', '0099-12-31T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
    ['2026-03-01T10:20Z', '2026-03-01T10:20:00.000Z'],
    ['2026-03-01T10:20:30Z', '2026-03-01T10:20:30.000Z'],
    ['2026-03-01t10:20:30z', '2026-03-01T10:20:30.000Z'],
    ['2026-03-01T10:20:30.5Z', '2026-03-01T10:20:30.500Z'],
    ['2026-03-01T10:20:30,25Z', '2026-03-01T10:20:30.250Z'],
    ['2026-03-01T10:20:30.123456789Z', '2026-03-01T10:20:30.123Z'],
    ['2026-03-01T00:30:00+02:00', '2026-02-28T22:30:00.000Z'],
    ['2026-03-01T00:30:00+0530', '2026-02-28T19:00:00.000Z'],
    ['2026-12-31T23:00:00-03', '2027-01-01T02:00:00.000Z'],
  ])('accepts %s as %s', (input, stored) => {
    expect(column.parse(input)).toBe(stored);
  });

  it.each([
    ['2026-02-30'],
    ['2026-02-29'],
    ['1900-02-29'],
    ['2026-04-31'],
    ['2026-00-10'],
    ['2026-13-01'],
    ['2026-01-00'],
    ['2026-01-32'],
    ['0000-01-01'],
    ['0000-00-00'],
    ['10000-01-01'],
    ['+275760-09-13'],
    ['-000001-01-01'],
    ['0001-01-01T00:00:00+01:00'],
    ['9999-12-31T23:59:00-05:00'],
    ['2026-03-01T10:20:30'],
    ['2026-03-01T10Z'],
    ['2026-03-01T24:00:00Z'],
    ['2026-03-01T10:60:00Z'],
    ['2026-03-01T10:20:60Z'],
    ['2026-03-01T10:20:30.Z'],
    ['2026-03-01T10:20:30+24:00'],
    ['2026-03-01T10:20:30+1:00'],
    ['2026-03-01 10:20:30Z'],
    ['2026-3-1'],
    ['01/03/2026'],
    ['20260301'],
    ['March 1, 2026'],
    ['2026-W10-1'],
    ['٢٠٢٦-٠٣-٠١'],
    ['today'],
    [''],
    [1772323200000],
    [{ date: '2026-03-01' }],
    [['2026-03-01']],
    [true],
  ])('rejects %j', (input) => {
    expect(column.refusal(input)).toContain('date (YYYY-MM-DD)');
  });

  it('keeps the time whether or not it is shown', () => {
    expect(aColumn('date').config).toEqual({ includeTime: false });
    expect(aColumn('date', { includeTime: true }).config).toEqual({ includeTime: true });
    expect(column.parse('2026-03-01T10:20:30Z')).toBe('2026-03-01T10:20:30.000Z');
    expect(refusedPath('date', { includeTime: 'yes' })).toBe('includeTime');
  });

  it('reads as the date alone where there is no time', () => {
    expect(column.text('2026-03-01T00:00:00.000Z')).toBe('2026-03-01');
    expect(column.text('2026-03-01T10:20:30.000Z')).toBe('2026-03-01T10:20:30.000Z');
  });

  it('sorts by its milliseconds, before 1970 too', () => {
    expect(column.index('1970-01-01T00:00:00.001Z')[0]?.numberKey).toBe(1);
    expect(column.index('0001-01-01T00:00:00.000Z')[0]?.numberKey).toBe(-62135596800000);
  });
});

describe.each(['date_range', 'timeline'] as const)('%s', (name) => {
  const column = aColumn(name);

  it('accepts dates and timestamps, and a range of one instant', () => {
    expect(column.parse({ start: '2026-03-01', end: '2026-03-05T10:00:00+01:00' })).toEqual({
      start: '2026-03-01T00:00:00.000Z',
      end: '2026-03-05T09:00:00.000Z',
    });
    expect(column.parse({ start: '2026-03-01', end: '2026-03-01' })).toEqual({
      start: '2026-03-01T00:00:00.000Z',
      end: '2026-03-01T00:00:00.000Z',
    });
  });

  it.each([
    [{ start: '2026-03-02', end: '2026-03-01' }, 'start must not be after end'],
    [{ start: '2026-03-02T00:00:00-01:00', end: '2026-03-02' }, 'start must not be after end'],
    [{ start: '2026-03-02' }, 'Must be a date'],
    [{ end: '2026-03-02' }, 'Must be a date'],
    [{ start: null, end: '2026-03-02' }, 'Must be a date'],
    [{ start: '2026-02-30', end: '2026-03-02' }, '"2026-02-30" is not a date'],
    [{ start: '2026-03-01', end: '2026-03-02', note: 'x' }, 'Must be an object with start and end'],
    [['2026-03-01', '2026-03-02'], 'Must be an object with start and end'],
    ['2026-03-01', 'Must be an object with start and end'],
  ])('rejects %j', (input, reason) => {
    expect(column.refusal(input)).toContain(reason);
  });

  it('sorts by start, then end', () => {
    const key = (start: string, end: string) => column.index(column.parse({ start, end })!)[0]!.textKey!;
    const keys = [
      key('0099-01-01', '9999-01-01'),
      key('2026-03-01', '2026-03-01T00:00:01Z'),
      key('2026-03-01', '2026-03-02'),
      key('2026-03-01T00:00:00.001Z', '2026-03-02'),
      key('9999-01-01', '9999-01-01'),
    ];
    expect(keys.toSorted()).toEqual(keys);
    expect(new Set(keys.map(({ length }) => length)).size).toBe(1);
  });

  it('reads as both ends', () => {
    expect(column.text(column.parse({ start: '2026-03-01', end: '2026-03-05' })!)).toBe(
      '2026-03-01 - 2026-03-05',
    );
  });
});

describe.each([
  ['created_date', 'createdAt'],
  ['last_updated', 'updatedAt'],
] as const)('%s', (name, by) => {
  it('shows a time of the item and stores nothing', () => {
    const column = aColumn(name);
    expect(column.type.sortOrder(column.config)).toEqual({ by });
    expect(column.index('2026-03-01T00:00:00.000Z')).toEqual([]);
    expect(column.refusal('2026-03-01')).toContain('computed');
  });
});
