import { z } from 'zod';
import * as schema from '../../../rpc/schema';
import { defineAction, itemOf } from './action';
import { unknownColumn } from '../triggers/unknown-parts';
import { valueProblems, writtenValue } from './written-value';

/** Sets a column of the item; null clears it. */
export const setValue = defineAction({
  type: 'set_value',
  config: z
    .strictObject({ columnId: schema.id('column'), value: z.unknown() })
    .refine(({ value }) => value !== undefined, {
      path: ['value'],
      error: 'Required; null clears the value',
    }),
  needsItem: true,
  problems: (check, { columnId, value }) =>
    check.board.columnsById.has(columnId)
      ? valueProblems(check, check.board, { [columnId]: value }, () => 'value')
      : Promise.resolve(unknownColumn(check.board, 'columnId', columnId)),
  columns: ({ columnId }) => [columnId],
  run: async (run, { columnId, value }) => {
    const itemId = itemOf(run);
    const written = await writtenValue(run, value);
    await run.calls.values.setValue(run.tx, { itemId, columnId, value: written });
    return { summary: 'Sets a value', itemId, columnId, value: written };
  },
});
