import { z } from 'zod';
import * as schema from '../../../rpc/schema';
import { listedItem } from '../item.schemas';

export const itemsAssigned = {
  input: z.strictObject({
    userId: schema.id('user').optional(),
    // True: without a status that means done; false: only with one.
    open: z.boolean().optional(),
    dueBefore: z.iso
      .datetime({ offset: true, error: 'Must be an ISO 8601 timestamp' })
      .transform((text) => new Date(text))
      .optional(),
    ...schema.page('item'),
  }),
  output: z.object({ items: z.array(listedItem), nextCursor: schema.nextCursor }),
};
