import { z } from 'zod';
import * as schema from '../../../rpc/schema';
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
            columnId: schema.id('column'),
            value: z.unknown(),
            expectedValue: z.unknown().optional(),
          })
          // An omitted value must not clear the cell; null does.
          .refine((cell) => cell.value !== undefined, {
            path: ['value'],
            error: 'Required; null clears the value',
          }),
      )
      .min(1, 'Must have at least one cell')
      .max(CELLS_MAX, `Must have at most ${CELLS_MAX} cells`),
  }),
  output: z.object({ items: z.array(item) }),
};
