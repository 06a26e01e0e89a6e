import { z } from 'zod';
import * as schema from '../../../rpc/schema';
import { itemsEvents } from '../../items/items.events';
import { defineTrigger } from './trigger';
import { unknownGroup } from './unknown-parts';

/** An item moves between groups, or to the board from another one. */
export const itemMoved = defineTrigger({
  type: itemsEvents.moved.name,
  config: z.strictObject({
    fromGroupId: schema.id('group').optional(),
    toGroupId: schema.id('group').optional(),
  }),
  events: [itemsEvents.moved],
  matches: (event, { fromGroupId, toGroupId }) => {
    if (!itemsEvents.moved.is(event)) return false;
    const { groupId, previousGroupId } = event.data;
    return (
      groupId !== previousGroupId &&
      (fromGroupId === undefined || previousGroupId === fromGroupId) &&
      (toGroupId === undefined || groupId === toGroupId)
    );
  },
  places: ({ fromGroupId, toGroupId }) => [fromGroupId, toGroupId].filter((id) => id !== undefined),
  problems: ({ fromGroupId, toGroupId }, board) => [
    ...unknownGroup(board, 'fromGroupId', fromGroupId),
    ...unknownGroup(board, 'toGroupId', toGroupId),
  ],
});
