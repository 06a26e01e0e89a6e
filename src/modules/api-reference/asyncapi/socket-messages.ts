import type { EventDefinition } from '../../../platform/events/define-event';
import { boardsEvents, groupsEvents } from '../../boards/boards.events';
import { columnsEvents } from '../../columns/columns.events';
import { commentsEvents } from '../../comments/comments.events';
import { itemsEvents } from '../../items/items.events';
import { userReference } from '../../hierarchy';
import { notificationsEvents } from '../../notifications/notifications.events';
import { type JsonSchema, wireSchemaOf } from '../json-schema';

/** A message of sockets; docs/realtime.md describes each. */
export interface SocketMessage {
  description: string;
  payload: JsonSchema;
  isOfBoard: boolean;
  isOfUser: boolean;
}

const text: JsonSchema = { type: 'string' };
const count: JsonSchema = { type: 'integer', minimum: 0 };
const record: JsonSchema = { type: 'object' };
const strings: JsonSchema = { type: 'array', items: text };

function object(properties: Record<string, JsonSchema>, required = Object.keys(properties)): JsonSchema {
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}) };
}

/** On the socket of a board, and on `/ws` for each subscribed board. */
const board = (description: string, payload: JsonSchema): SocketMessage => ({
  description,
  payload,
  isOfBoard: true,
  isOfUser: true,
});

/** On `/ws` only. */
const user = (description: string, payload: JsonSchema): SocketMessage => ({
  description,
  payload,
  isOfBoard: false,
  isOfUser: true,
});

export const SERVER_MESSAGES: Readonly<Record<string, SocketMessage>> = {
  ready: board('The changes after `seq` follow', object({ boardId: text, seq: count })),
  resync: board(
    'Changes are missing: load the board again; the changes after `seq` follow',
    object({ boardId: text, seq: count }),
  ),
  [itemsEvents.created.name]: board('An item came to the lists of the board', object({ item: record })),
  [itemsEvents.updated.name]: board(
    'The name or the description changed',
    object({ itemId: text, changes: record }, ['itemId']),
  ),
  [itemsEvents.deleted.name]: board('An item left the lists of the board', object({ itemId: text })),
  [itemsEvents.moved.name]: board(
    'An item got another place on the board',
    object({ itemId: text, groupId: text, position: count }),
  ),
  [itemsEvents.reordered.name]: board(
    'These items traded places',
    object({ groupId: text, itemIds: strings }, []),
  ),
  'value.set': board(
    'A value changed, also one that is computed; null for no value',
    object({ itemId: text, columnId: text, value: {} }),
  ),
  ...Object.fromEntries(
    [commentsEvents, groupsEvents, columnsEvents, boardsEvents]
      .flatMap((definitions): EventDefinition[] => Object.values(definitions))
      .map(({ name, when }) => [name, board(when, record)]),
  ),
  skip: board(
    'A change that shows nothing here; it has a number all the same',
    object({ itemId: text, groupId: text, position: count }, []),
  ),
  'presence.join': board(
    'The user looks at the board',
    object({ userId: text, user: wireSchemaOf(userReference) }),
  ),
  'presence.leave': board('The last socket of the user at the board has closed', object({ userId: text })),
  'cursor.move': board('Another socket moved its cursor', object({ userId: text, position: {} })),
  typing: board('Another socket types in the item', object({ userId: text, itemId: text })),
  connected: user('The socket is open', object({ userId: text, organizationId: text, unreadCount: count })),
  [notificationsEvents.created.name]: user(
    'The caller has a new notification',
    object({ notification: record, unreadCount: count }),
  ),
  unsubscribed: user(
    'The messages of the board have ended',
    object({ boardId: text, reason: text }, ['boardId']),
  ),
  error: board(
    'A message of the client was rejected',
    object({ code: text, message: text, type: text, issues: { type: 'array', items: record } }, [
      'code',
      'message',
    ]),
  ),
  pong: board('The response to `ping`', object({})),
};

export const CLIENT_MESSAGES: Readonly<Record<string, SocketMessage>> = {
  auth: board('Authenticates, as the first message', object({ token: text })),
  'cursor.move': board(
    'Shows the cursor to others; null for no cursor',
    object({ position: {}, boardId: text }, ['position']),
  ),
  typing: board(
    'Shows others that the caller types in the item',
    object({ itemId: text, boardId: text }, ['itemId']),
  ),
  ping: board('Asks for `pong`', object({})),
  subscribe: user(
    'Begins with the messages of a board',
    object({ boardId: text, since: count }, ['boardId']),
  ),
  unsubscribe: user('Ends the messages of a board', object({ boardId: text })),
};
