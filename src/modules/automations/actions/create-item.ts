import { z } from 'zod';
import * as schema from '../../../rpc/schema';
import { ITEM_NAME_MAX, valuesSchema } from '../../items';
import { defineAction } from './action';
import { groupProblems, targetBoard } from './target-board';
import { itemNameFrom } from './item-name-from';
import { columnsIn, valueProblems, writtenValues } from './written-value';

/** Creates an item at the end of a group of a board. */
export const createItem = defineAction({
  type: 'create_item',
  config: z.strictObject({
    boardId: schema.id('board'),
    groupId: schema.id('group'),
    name: schema.name(ITEM_NAME_MAX),
    values: valuesSchema.optional(),
  }),
  problems: async (check, { boardId, groupId, values = {} }) => {
    const board = await targetBoard(check, boardId);
    return [
      ...groupProblems(board, groupId),
      ...(await valueProblems(check, board, values, (id) => `values.${id}`)),
    ];
  },
  columns: ({ values = {} }) => columnsIn(values),
  places: ({ boardId, groupId }) => [boardId, groupId],
  run: async (run, { boardId, groupId, name, values = {} }) => {
    const item = {
      boardId,
      groupId,
      name: itemNameFrom(await run.text(name)),
      values: await writtenValues(run, values),
    };
    await run.calls.items.create(run.tx, item);
    return { summary: `Creates the item ${item.name}`, ...item };
  },
});
