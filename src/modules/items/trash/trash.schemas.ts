import { z } from 'zod';
import * as schema from '../../../rpc/schema';
import { listedItem } from '../item.schemas';
import { BULK_MAX, distinctItemIds } from '../items.schemas';

export const trashList = {
  input: z.strictObject({ boardId: schema.id('board').optional(), ...schema.page('item') }),
  output: z.object({
    items: z.array(
      listedItem.extend({
        trashedAt: schema.timestamp,
        // Null if the user who deleted the item is unknown.
        trashedBy: schema.id('user').nullable(),
        // The daily purge deletes the item from this time on.
        purgeAt: schema.timestamp,
      }),
    ),
    nextCursor: schema.nextCursor,
  }),
};

export const trashPurge = {
  input: z.strictObject({ ids: distinctItemIds(BULK_MAX) }),
  output: schema.success,
};
