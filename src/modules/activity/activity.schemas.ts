import { z } from 'zod';
import * as schema from '../../rpc/schema';

const actor = z.object({ id: schema.id('user'), name: z.string(), avatar: z.string().nullable() });

/** The name is null when it is not known any more. */
const named = z.object({ id: z.string(), name: z.string().nullable() });

const entry = z.object({
  id: schema.id('activity'),
  /** The event's type. */
  action: z.string(),
  /** Null for what no person did. */
  actor: actor.nullable(),
  /** Null for what happened on a board that the caller does not see; of the optional fields only whence an item came. */
  boardId: schema.id('board').nullable(),
  itemId: schema.id('item').nullable(),
  /** Its present name; null when the item is not on that board any more, or is none. */
  itemName: z.string().nullable(),
  createdAt: schema.timestamp,

  /** value.changed; the values are left out once the column is gone, or the item for good. */
  columnId: z.string().optional(),
  value: z.unknown().optional(),
  previousValue: z.unknown().optional(),

  /** item.updated: the fields that changed, as they are since and as they were. */
  changes: z.record(z.string(), z.unknown()).optional(),
  previous: z.record(z.string(), z.unknown()).optional(),

  /** item.created. */
  name: z.string().optional(),
  parentId: z.string().nullable().optional(),
  values: z.record(z.string(), z.unknown()).optional(),

  /** item.created, item.moved, items.reordered: groups under the names that they have now. */
  group: named.optional(),
  previousGroup: named.optional(),
  previousBoardId: z.string().optional(),
  position: z.int().optional(),

  /** Events of boards, columns and groups (`group`): the record under the name that it had then. */
  board: named.optional(),
  column: named.optional(),
});

export const activityList = {
  input: z
    .strictObject({
      itemId: schema.id('item').optional(),
      boardId: schema.id('board').optional(),
      ...schema.page('activity'),
    })
    .refine(({ itemId, boardId }) => (itemId === undefined) !== (boardId === undefined), {
      path: ['itemId'],
      error: 'Name either an item or a board',
    }),
  output: z.object({ entries: z.array(entry), nextCursor: schema.nextCursor }),
};

export type ActivityListInput = z.output<typeof activityList.input>;
export type ActivityEntryOutput = z.output<typeof entry>;
