import { z } from 'zod';
import { type StoredValue, InvalidValue } from '../../../column-types/column-type';
import { columnTypes } from '../../../column-types/types';
import { clock } from '../../../kernel/clock';
import * as schema from '../../../rpc/schema';
import { valuesEvents } from '../../columns/values.events';
import type { ColumnFacts } from '../../hierarchy';
import { defineTrigger } from './trigger';
import { unknownColumn } from './unknown-parts';

/** A value in an input form; null is an empty cell. */
const value = z.unknown();

/** The value of a column changes, optionally from one value or to one. */
export const valueChanged = defineTrigger({
  type: valuesEvents.changed.name,
  config: z.strictObject({
    columnId: schema.id('column'),
    fromValue: value.optional(),
    toValue: value.optional(),
  }),
  events: [valuesEvents.changed],
  matches: (event, { columnId, fromValue, toValue }, board) => {
    if (!valuesEvents.changed.is(event) || event.data.columnId !== columnId) return false;
    const column = board.columnsById.get(columnId);
    if (column === undefined) return false;
    const { value: after, previousValue: before } = event.data;
    return (
      (fromValue === undefined || isValue(column, fromValue, before)) &&
      (toValue === undefined || isValue(column, toValue, after))
    );
  },
  problems: (config, board) => {
    const column = board.columnsById.get(config.columnId);
    if (column === undefined) return unknownColumn(board, 'columnId', config.columnId);
    return (['fromValue', 'toValue'] as const).flatMap((key) => {
      const given = config[key];
      if (given === undefined) return [];
      const { rejection } = read(column, given);
      return rejection === undefined ? [] : [{ path: key, message: `${column.name}: ${rejection}` }];
    });
  },
  columns: ({ columnId }) => [columnId],
});

function isValue(column: ColumnFacts, wanted: unknown, stored: unknown): boolean {
  const { value: expected, rejection } = read(column, wanted);
  // A label that was deleted since is the value of no item.
  if (rejection !== undefined) return false;
  if (expected === null || stored === null) return expected === stored;
  return columnTypes[column.type].equals(expected!, stored as StoredValue);
}

/** The stored form of an input, or why it is none. */
function read(column: ColumnFacts, input: unknown): { value?: StoredValue | null; rejection?: string } {
  if (input === null) return { value: null };
  const type = columnTypes[column.type];
  // Results are stored as they are shown.
  if (!type.writable) return { value: input as StoredValue };
  try {
    const context = { now: clock.now().toISOString(), userId: '', previous: null };
    return { value: type.parseValue(input, column.config, context) };
  } catch (rejection) {
    if (rejection instanceof InvalidValue) return { rejection: rejection.message };
    throw rejection;
  }
}
