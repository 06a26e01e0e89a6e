import { describe, expect, it } from 'vitest';
import { newId } from '../../../../../src/kernel/ids';
import { compileFilters } from '../../../../../src/modules/columns/filters/compile-filters';
import { DayCalendar } from '../../../../../src/modules/columns/filters/day-calendar';
import { columnTypes } from '../../../../../src/column-types/types';
import type { BoardFacts, ColumnFacts } from '../../../../../src/modules/hierarchy';
import { configContext } from '../../../column-types/column-builder';

const columns = (['long_text', 'number'] as const).map((type) => {
  const config = columnTypes[type].parseConfig(null, configContext());
  return { id: newId('column'), name: type, type, config } as unknown as ColumnFacts;
});
const [long, number] = columns as [ColumnFacts, ColumnFacts];
const board = {
  columns,
  columnsById: new Map(columns.map((column) => [column.id, column])),
  groups: [],
} as unknown as BoardFacts;

/** The SQL of so many conditions on a column. */
function testOf(column: ColumnFacts, operator: string, count: number): string {
  const value = operator === 'contains' ? 'a' : 1;
  const condition = { columnId: column.id, operator, value, path: 'filters.0' };
  const context = { userId: newId('user'), calendar: new DayCalendar('UTC', 'monday', 0), references: [] };
  const filters = [{ or: Array.from({ length: count }, () => condition) }];
  let parameters = 0;
  return compileFilters(board, filters, context)!.test(() => `$${(parameters += 1)}`);
}

const occurrences = (text: string, part: string) => text.split(part).length - 1;

describe('conditions of a filter', () => {
  it.each([1, 50])('remove the markup of a text once: %i of them', (count) => {
    const test = testOf(long, 'contains', count);
    expect(occurrences(test, 'string_to_table')).toBe(1);
    expect(occurrences(test, 'strpos(item.plain_text_0')).toBe(count);
  });

  it('decompress the values of an item once, where they are many', () => {
    expect(occurrences(testOf(number, 'is', 4), 'item.values ||')).toBe(0);
    expect(occurrences(testOf(number, 'is', 50), 'item.values ||')).toBe(1);
  });
});
