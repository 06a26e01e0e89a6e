import type { GroupId, ItemId } from '../../../kernel/ids';
import type { CommittedEvent } from '../../../platform/events/committed-event';
import type { EventDefinition } from '../../../platform/events/define-event';
import { boardsEvents, groupsEvents } from '../../boards/boards.events';
import { columnsEvents } from '../../columns/columns.events';
import { valuesEvents } from '../../columns/values.events';
import { commentsEvents } from '../../comments/comments.events';
import { itemsEvents } from '../../items/items.events';
import { type ServerMessage, serverMessage } from './server-message';

interface PublicItem {
  id: string;
  boardId: string;
  name?: string;
}

/** What a message shows beside the ids of its event: public data (src/modules/events), or a part of it. */
export interface ShownData {
  readonly [field: string]: unknown;
  /** Only ids once the item no longer exists. */
  readonly item?: PublicItem;
}

/** An event of a board or an item. */
export type BoardEvent = CommittedEvent<string, object, 'board' | 'item'>;

interface Shown {
  type: string;
  payload: object;
}

/** Null for an event that shows nothing, because its record is no longer on the board. */
type Show = (data: ShownData, event: BoardEvent) => Shown | null;

interface Place {
  groupId?: GroupId;
  /** Absent for an item that has come from another board: it is a top-level item. */
  parentId?: ItemId | null;
  position?: number;
}

/** With the place that the item got then: later messages move it, and other items, from there. */
const arrival: Show = ({ item }, { boardId, data }) => {
  if (item?.name === undefined || item.boardId !== boardId) return null;
  const { groupId, position } = data as Place;
  const place = groupId === undefined || position === undefined ? {} : { groupId, position };
  return { type: itemsEvents.created.name, payload: { item: { ...item, ...place } } };
};

const departure: Show = (_data, { itemId }) => ({ type: itemsEvents.deleted.name, payload: { itemId } });

/** With the name of the event, for changes of structure and comments. */
const unchanged: Show = (data, { type }) => ({ type, payload: data });

const SHOWN: readonly (readonly [EventDefinition, Show])[] = [
  [itemsEvents.created, arrival],
  // An item that was archived before it was moved to Trash returns to the archive, not to the lists of the board.
  [itemsEvents.restored, (data, event) => ('isArchived' in event.data ? null : arrival(data, event))],
  [
    itemsEvents.updated,
    ({ changes }, { itemId }) => ({ type: itemsEvents.updated.name, payload: { itemId, changes } }),
  ],
  [
    itemsEvents.moved,
    (data, event) => {
      // On the board that the item has come to, it is a new item.
      if (hasArrived(event)) return arrival(data, event);
      const { groupId, position } = event.data as Place;
      return { type: itemsEvents.moved.name, payload: { itemId: event.itemId, groupId, position } };
    },
  ],
  [itemsEvents.removed, departure],
  [itemsEvents.archived, departure],
  [itemsEvents.trashed, departure],
  [itemsEvents.deleted, departure],
  [itemsEvents.reordered, unchanged],
  [
    valuesEvents.changed,
    ({ columnId, value }, { itemId }) => ({ type: 'value.set', payload: { itemId, columnId, value } }),
  ],
  ...Object.values(commentsEvents).map((definition): [EventDefinition, Show] => [
    definition,
    (data, { itemId }) => ({ type: definition.name, payload: { itemId, ...data } }),
  ]),
  ...[groupsEvents, columnsEvents, boardsEvents]
    .flatMap((definitions): EventDefinition[] => Object.values(definitions))
    .map((definition): [EventDefinition, Show] => [definition, unchanged]),
];

const BY_NAME = new Map(SHOWN.map(([{ name }, show]) => [name, show]));

/** Whether an event has a message of its own. */
export function isShown({ type }: CommittedEvent): boolean {
  return BY_NAME.has(type);
}

const ONLY_IDS = new Set(
  [itemsEvents.removed, itemsEvents.archived, itemsEvents.trashed, itemsEvents.deleted].map(
    ({ name }) => name,
  ),
) as ReadonlySet<string>;

/** Whether the ids and the place in an event are enough for its message: no record is read. */
export function showsOnlyIds(event: BoardEvent): boolean {
  return ONLY_IDS.has(event.type) || (itemsEvents.moved.is(event) && !hasArrived(event));
}

function hasArrived({ data }: BoardEvent): boolean {
  return 'previousBoardId' in data;
}

/**
 * Clients count the numbers of a board; this message has the number of an event that shows nothing. With the place of an item
 * that came to a group and is not there any more: without it, the positions of other items would not add up until it leaves.
 */
function skip(event: BoardEvent): Shown {
  const isArrival =
    itemsEvents.created.is(event) || itemsEvents.restored.is(event) || itemsEvents.moved.is(event);
  const { groupId, parentId = null, position }: Place = isArrival ? event.data : {};
  const isPlaced = groupId !== undefined && position !== undefined && parentId === null;
  return { type: 'skip', payload: isPlaced ? { itemId: event.itemId, groupId, position } : {} };
}

/** The message of an event on its board; every event of a board has one, so that `seq` has no gaps. */
export function boardMessage(event: BoardEvent, data: ShownData | null): ServerMessage {
  const show = BY_NAME.get(event.type);
  const { type, payload } = (data !== null && show?.(data, event)) || skip(event);
  const { boardId, boardSequence, origin } = event;
  const { requestId } = origin;
  return serverMessage(type, payload, {
    boardId,
    seq: boardSequence,
    ...(requestId === undefined ? {} : { requestId }),
  });
}
