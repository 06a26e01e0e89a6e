import { z } from 'zod';
import * as schema from '../../../rpc/schema';
import { createLabels, ITEM_NAME_MAX, values, valuesByName } from '../items.schemas';

/** Items of one call (contract §7). */
export const UPSERT_MAX = 500;

const keyedItem = z.strictObject({
  // The value of the key column.
  key: z.union([z.string(), z.number()], { error: 'Must be text or a number' }),
  // Of a created item; if absent, the key.
  name: schema.name(ITEM_NAME_MAX).optional(),
  groupId: schema.id('group').optional(),
  values: values.default({}),
  valuesByName,
});

export const itemsUpsert = {
  input: z.strictObject({
    boardId: schema.id('board'),
    // A column with the config `unique: true`.
    key: schema.id('column'),
    items: z
      .array(keyedItem)
      .min(1, 'Must contain at least one item')
      .max(UPSERT_MAX, `Must contain at most ${UPSERT_MAX} items`),
    createLabels,
  }),
  output: z.object({
    results: z.array(
      z.object({
        key: z.union([z.string(), z.number()]),
        id: schema.id('item'),
        outcome: z.enum(['created', 'updated', 'unchanged']),
      }),
    ),
  }),
};
