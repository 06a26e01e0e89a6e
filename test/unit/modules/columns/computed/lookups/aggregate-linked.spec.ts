import { describe, expect, it } from 'vitest';
import {
  type ColumnTypeName,
  NOTHING_LOADED,
  type StoredValue,
} from '../../../../../../src/column-types/column-type';
import {
  aggregateLinked,
  aggregateType,
  type LinkedValue,
} from '../../../../../../src/modules/columns/computed/lookups/aggregate-linked';
import { LOOKUP_AGGREGATES } from '../../../../../../src/column-types/configs/computed-configs';
import { failure } from '../../../../../../src/column-types/values/failure';
import { aColumn } from '../../../../column-types/column-builder';

const linked = (name: ColumnTypeName, ...values: StoredValue[]): LinkedValue[] => {
  const { type, config } = aColumn(name);
  return values.map((stored) => ({ type, config, stored }));
};
const all = (values: LinkedValue[]) =>
  Object.fromEntries(
    LOOKUP_AGGREGATES.map((aggregate) => [aggregate, aggregateLinked(aggregate, values, NOTHING_LOADED)]),
  );

describe('aggregateLinked', () => {
  it('of numbers', () => {
    expect(all(linked('number', 4, -2, 1))).toEqual({
      list: [4, -2, 1],
      count: 3,
      sum: 3,
      min: -2,
      max: 4,
      avg: 1,
    });
  });

  it('of nothing: no items to count, and no extreme', () => {
    expect(all([])).toEqual({ list: null, count: 0, sum: 0, min: null, max: null, avg: null });
  });

  it('of dates, by time', () => {
    const [early, late] = ['2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z'];
    expect(all(linked('date', late, early))).toMatchObject({
      list: [late, early],
      count: 2,
      min: early,
      max: late,
    });
  });

  it('of texts, as they sort', () => {
    expect(all(linked('text', 'item 10', 'Item 9'))).toMatchObject({ min: 'Item 9', max: 'item 10' });
  });

  it('of tracked seconds', () => {
    const track = (seconds: number) => ({ seconds, runningSince: null, entries: [] });
    expect(all(linked('time_tracking', track(90), track(30)))).toMatchObject({ sum: 120, min: 30, avg: 60 });
  });

  it('lists the entries of cells, one after the other', () => {
    const users = ['usr_01ARZ3NDEKTSV4RRFFQ69G5FAV', 'usr_01ARZ3NDEKTSV4RRFFQ69G5FAW'];
    expect(aggregateLinked('list', linked('people', [users[0]!], users), NOTHING_LOADED)).toEqual([
      users[0],
      ...users,
    ]);
  });

  it('fails with a failed linked cell; such a cell is not counted', () => {
    const values = [...linked('number', 1), ...linked('formula', failure('division by zero'))];
    expect(all(values)).toEqual({
      list: failure('a linked item has no result'),
      count: 1,
      sum: failure('a linked item has no result'),
      min: failure('a linked item has no result'),
      max: failure('a linked item has no result'),
      avg: failure('a linked item has no result'),
    });
  });

  it('fails beyond the limits of numbers and lists', () => {
    expect(aggregateLinked('sum', linked('number', 1e308, 1e308), NOTHING_LOADED)).toEqual(
      failure('number out of range'),
    );
    expect(aggregateLinked('sum', linked('text', '1'), NOTHING_LOADED)).toEqual(
      failure('a linked value is no number'),
    );
    const long = linked('text', ...Array.from({ length: 30 }, () => 'x'.repeat(4_000)));
    expect(aggregateLinked('list', long, NOTHING_LOADED)).toEqual(failure('the list is too long'));
  });
});

describe('aggregateType', () => {
  it('is that of the target for extremes only', () => {
    expect(LOOKUP_AGGREGATES.map((aggregate) => aggregateType(aggregate, 'instant'))).toEqual([
      'list',
      'number',
      'number',
      'instant',
      'instant',
      'number',
    ]);
    expect(aggregateType('min', 'list')).toBe('any');
  });
});
