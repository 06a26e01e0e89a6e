import { describe, expect, it } from 'vitest';
import type { ColumnTypeName, StoredValue } from '../../../../../src/column-types/column-type';
import { type ColumnId, newId } from '../../../../../src/kernel/ids';
import type { ColumnFacts } from '../../../../../src/modules/hierarchy';
import { DueDay } from '../../../../../src/modules/notifications/due/due-day';
import { dueColumn } from '../../../../../src/modules/notifications/due/due-item';

const USER = newId('user');
const DAY = new DueDay('2026-11-23', 'UTC');
const TODAY = '2026-11-23T00:00:00.000Z';
const LABELS = [
  { id: 'lbl_a', name: 'To Do', color: '#000000', isDone: false },
  { id: 'lbl_b', name: 'Done', color: '#000000', isDone: true },
];

function columnOf(id: string, type: ColumnTypeName, config: object = {}): ColumnFacts {
  return { id: id as ColumnId, type, config } as ColumnFacts;
}

const columns = [
  columnOf('people', 'people', { multiple: true }),
  columnOf('stage', 'status', { labels: LABELS, defaultLabelId: null }),
  columnOf('start', 'date', { includeTime: false }),
  columnOf('due', 'date', { includeTime: true }),
  columnOf('number', 'number'),
  columnOf('checked', 'checkbox'),
];

const of = (values: Record<string, StoredValue>) => dueColumn({ columns }, values, USER, DAY);

describe('dueColumn', () => {
  it('is the first date column with the day', () => {
    expect(of({ people: [USER], start: TODAY })).toBe('start');
    expect(of({ people: [USER], start: '2026-11-22T00:00:00.000Z', due: '2026-11-23T17:00:00.000Z' })).toBe(
      'due',
    );
    expect(of({ people: [newId('user'), USER], due: TODAY, stage: 'lbl_a' })).toBe('due');
  });

  it('is null without the user, without the day, and when the status means done', () => {
    expect(of({ due: TODAY })).toBeNull();
    expect(of({ people: [newId('user')], due: TODAY })).toBeNull();
    expect(of({ people: [USER], due: '2026-11-24T00:00:00.000Z' })).toBeNull();
    expect(of({ people: [USER], number: Date.parse(TODAY) })).toBeNull();
    expect(of({ people: [USER], due: TODAY, stage: 'lbl_b' })).toBeNull();
  });

  it('a checked box does not mean that the item is done', () => {
    expect(of({ people: [USER], due: TODAY, checked: true })).toBe('due');
  });
});
