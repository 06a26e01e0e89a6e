import { z } from 'zod';
import * as schema from '../../../rpc/schema';
import { CELL_AGGREGATES, namedFiltersSchema } from '../../columns';

export const AGGREGATES_MAX = 50;
/** Groups of people or items; the groups of a board and the labels of a column are always complete. */
export const SUMMARY_GROUPS_MAX = 1_000;

const columnId = schema.id('column');
const fn = z.enum(CELL_AGGREGATES);

const aggregates = z.array(z.object({ columnId, fn, value: z.union([z.number(), z.string(), z.null()]) }));

export const itemsSummary = {
  input: z.strictObject({
    boardId: schema.id('board'),
    filters: namedFiltersSchema.optional(),
    search: schema.search,
    groupBy: z
      .union([columnId, z.literal('groupId')], { error: 'Must be a column id or groupId' })
      .optional(),
    aggregates: z
      .array(z.strictObject({ columnId, fn }))
      .max(AGGREGATES_MAX, `Must be at most ${AGGREGATES_MAX} aggregates`)
      .default([]),
  }),
  output: z.object({
    total: z.int(),
    aggregates,
    // The key is the id of a group, label, user or item, an option, a rating, true or false; null for items without a value.
    groups: z.array(
      z.object({
        key: z.union([z.string(), z.number(), z.boolean(), z.null()]),
        count: z.int(),
        aggregates,
      }),
    ),
  }),
};
