import { z } from 'zod';
import { columnTypes } from '../../../column-types/types';
import * as schema from '../../../rpc/schema';
import { defineTrigger } from './trigger';
import { unknownColumn } from './unknown-parts';

const MAX_OFFSET_DAYS = 365;
const OFFSET = `Must be a whole number of days from -${MAX_OFFSET_DAYS} to ${MAX_OFFSET_DAYS}`;

/** A date column reaches today plus the offset (contract §8: 1 is the day before the date), at `time` in the organization's zone. */
export const dateArrived = defineTrigger({
  type: 'date.arrived',
  config: z.strictObject({
    columnId: schema.id('column'),
    offsetDays: z.int(OFFSET).min(-MAX_OFFSET_DAYS, OFFSET).max(MAX_OFFSET_DAYS, OFFSET).optional(),
    time: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Must be a time such as 09:00')
      .optional(),
  }),
  problems: ({ columnId }, board) => {
    const column = board.columnsById.get(columnId);
    if (column === undefined) return unknownColumn(board, 'columnId', columnId);
    return columnTypes[column.type].kind === 'instant'
      ? []
      : [{ path: 'columnId', message: `${column.name} is not a date column` }];
  },
  columns: ({ columnId }) => [columnId],
});
