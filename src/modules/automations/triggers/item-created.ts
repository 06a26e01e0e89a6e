import { z } from 'zod';
import * as schema from '../../../rpc/schema';
import { itemsEvents } from '../../items/items.events';
import { defineTrigger } from './trigger';
import { unknownGroup } from './unknown-parts';

/** A top-level item is created on the board, optionally in one group. Sub-items do not fire it: an action may create them. */
export const itemCreated = defineTrigger({
  type: itemsEvents.created.name,
  config: z.strictObject({ groupId: schema.id('group').optional() }),
  events: [itemsEvents.created],
  matches: (event, { groupId }) =>
    itemsEvents.created.is(event) &&
    event.data.parentId === null &&
    (groupId === undefined || event.data.groupId === groupId),
  places: ({ groupId }) => (groupId === undefined ? [] : [groupId]),
  problems: ({ groupId }, board) => unknownGroup(board, 'groupId', groupId),
});
