import { z } from 'zod';
import * as schema from '../../../rpc/schema';
import { NAME_MAX } from '../../../kernel/limits';
import { createLabels } from '../items.schemas';
import { item } from '../item.schemas';

/** Cells of one call (contract §7). */
export const CELLS_MAX = 1_000;

export const itemsSetValues = {
  input: z.strictObject({
    boardId: schema.id('board'),
    cells: z
      .array(
        z
          .strictObject({
            itemId: schema.id('item'),
            columnId: schema.id('column').optional(),
            // Instead of the id.
            columnName: z.string().max(NAME_MAX, `Must be at most ${NAME_MAX} characters`).optional(),
            value: z.unknown(),
            expectedValue: z.unknown().optional(),
          })
          // An omitted value must not clear the cell; null does.
          .refine((cell) => cell.value !== undefined, {
            path: ['value'],
            error: 'Required; null clears the value',
          })
          .refine((cell) => (cell.columnId === undefined) !== (cell.columnName === undefined), {
            path: ['columnId'],
            error: 'Give the column by columnId or by columnName',
          }),
      )
      .min(1, 'Must have at least one cell')
      .max(CELLS_MAX, `Must have at most ${CELLS_MAX} cells`),
    createLabels,
  }),
  output: z.object({ items: z.array(item) }),
};
