import { z } from 'zod';
import * as schema from '../../rpc/schema';
import { userReference } from '../hierarchy';

/** The name is null when it is no longer known. */
const named = z.object({ id: z.string(), name: z.string().nullable() });

const entry = z.object({
  id: schema.id('activity'),
  /** The event's type. */
  action: z.string(),
  /** Null for changes without a user. */
  actor: userReference.nullable(),
  /**
   * Null for an event on a board that the caller does not see; of the optional fields, only the item's previous
   * location is then present.
   */
  boardId: schema.id('board').nullable(),
  itemId: schema.id('item').nullable(),
  /** The current name; null when the item is no longer on that board, or the entry has no item. */
  itemName: z.string().nullable(),
  createdAt: schema.timestamp,

  /** value.changed; the values are left out after the column or the item is permanently deleted. */
  columnId: z.string().optional(),
  value: z.unknown().optional(),
  previousValue: z.unknown().optional(),

  /** item.updated: the changed fields, after and before the change. */
  changes: z.record(z.string(), z.unknown()).optional(),
  previous: z.record(z.string(), z.unknown()).optional(),

  /** item.created. */
  name: z.string().optional(),
  parentId: z.string().nullable().optional(),
  values: z.record(z.string(), z.unknown()).optional(),

  /** item.created, item.moved, items.reordered: groups with their current names. */
  group: named.optional(),
  previousGroup: named.optional(),
  previousBoardId: z.string().optional(),
  position: z.int().optional(),

  /** Events of comments; `parentId` is then the comment that is replied to. */
  commentId: z.string().optional(),
  /** comment.created: the number of files. */
  attachmentCount: z.int().optional(),
  emoji: z.string().optional(),

  /** form.submitted, submission.updated: the submission, and its status after and before the change. */
  submissionId: z.string().optional(),
  status: z.string().optional(),
  previousStatus: z.string().optional(),

  /** Events of boards, columns, forms and groups (`group`): the record with its name at that time. */
  board: named.optional(),
  column: named.optional(),
  form: named.optional(),
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
