import { z } from 'zod';
import * as schema from '../../rpc/schema';
import { SKIP_REASONS } from '../items';

const CAUSES = ['requestId', 'importId', 'executionId'] as const;

export const changesUndo = {
  input: z
    .strictObject({
      /** The `X-Request-Id` of the response to the call. */
      requestId: z
        .string()
        .regex(/^[A-Za-z0-9._-]{1,128}$/, 'Must be the X-Request-Id of a call')
        .optional(),
      importId: schema.id('import').optional(),
      executionId: schema.id('execution').optional(),
      /** The nextCursor of the previous undo of the same change. */
      cursor: schema.id('event').optional(),
    })
    .refine(
      (input) => CAUSES.filter((name) => input[name] !== undefined).length === 1,
      'Must have one of requestId, importId and executionId',
    ),
  output: z.object({
    /** The number of items that changed. */
    undone: z.int(),
    /** What stayed as it is. Without columnId: the item, its name, its description or its place. */
    skipped: z.array(
      z.object({
        itemId: schema.id('item'),
        columnId: schema.id('column').optional(),
        reason: z.enum(SKIP_REASONS),
      }),
    ),
    /** Of a change of more than 10,000 items: the cursor with which the next call undoes what remains. */
    nextCursor: schema.id('event').nullable(),
  }),
};
