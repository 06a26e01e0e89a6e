import { z } from 'zod';
import * as schema from '../../../rpc/schema';
import { defineAction, itemOf } from './action';
import { groupProblems, targetBoard } from './target-board';

/** Moves the item to the end of a group, on its board or on another one. */
export const moveItem = defineAction({
  type: 'move_item',
  config: z.strictObject({ groupId: schema.id('group'), boardId: schema.id('board').optional() }),
  needsItem: true,
  problems: async (check, { groupId, boardId }) => groupProblems(await targetBoard(check, boardId), groupId),
  places: ({ groupId, boardId }) => (boardId === undefined ? [groupId] : [groupId, boardId]),
  run: async (run, { groupId, boardId }) => {
    const id = itemOf(run);
    await run.calls.placement.move(run.tx, { id, groupId, boardId: boardId ?? run.boardId });
    return { summary: 'Moves the item', itemId: id, groupId, boardId: boardId ?? run.boardId };
  },
});
