import { z } from 'zod';
import { defineAction, itemOf } from './action';

/** Archives the item with its sub-items. */
export const archiveItem = defineAction({
  type: 'archive_item',
  config: z.strictObject({}),
  needsItem: true,
  run: async (run) => {
    const itemId = itemOf(run);
    await run.calls.states.archive(run.tx, itemId);
    return { summary: 'Archives the item', itemId };
  },
});
