import type { BoardId, ColumnId, GroupId, ItemId } from '../../../kernel/ids';
import type { StoredValue } from '../../../column-types/column-type';
import type { CommittedEvent } from '../../../platform/events/committed-event';
import { valuesEvents } from '../../columns/values.events';
import type { RelocatedValues } from '../move/relocated-values';
import type { ItemDetails } from '../write/item-details.repository';
import { itemsEvents } from '../items.events';

/** The part of a committed event that is read; the log and the outbox both have it. */
export type PastEvent = Pick<CommittedEvent, 'type' | 'boardId' | 'itemId' | 'data'>;

export type Standing = 'absent' | 'live' | 'archived' | 'trashed';

export interface Place {
  groupId: GroupId;
  /** Null in events of earlier versions. */
  rank: string | null;
}

interface Change<T> {
  before: T;
  after: T;
}

/** An item before and after the events of a call; what did not change is null or empty. */
export interface ItemChange {
  readonly id: ItemId;
  /** Where the item was after the change. */
  readonly boardId: BoardId;
  standing: Change<Standing> | null;
  place: Change<Place> | null;
  readonly details: { [Field in keyof ItemDetails]?: Change<ItemDetails[Field]> };
  readonly cells: Map<ColumnId, Change<StoredValue | null>>;
  /** Of a move to another board: where the item was, and the values of it and of its sub-items. */
  relocation: { from: BoardId; family: readonly RelocatedValues[] } | null;
  /** It was deleted permanently, or an earlier version has written an event that lacks the state before. */
  isIrreversible: boolean;
}

/** Changes that are undone together. */
export type Step = ReadonlyMap<ItemId, ItemChange>;

/**
 * The changes of events in their order, in steps: the values before and after a move to another board belong to different
 * columns, so that such moves are steps of their own. Events that are not about items are ignored.
 */
export function stepsOf(events: readonly PastEvent[]): Step[] {
  const steps: Map<ItemId, ItemChange>[] = [];
  let isMove: boolean | null = null;
  for (const event of events) {
    if (itemsEvents.removed.is(event as CommittedEvent)) continue;
    const isAgain = isRelocation(event) && (steps.at(-1)?.has(event.itemId!) ?? false);
    if (isRelocation(event) !== isMove || isAgain) {
      isMove = isRelocation(event);
      steps.push(new Map());
    }
    add(steps.at(-1)!, event as CommittedEvent);
  }
  return steps.filter((step) => step.size > 0);
}

function isRelocation(event: PastEvent): boolean {
  return itemsEvents.moved.is(event as CommittedEvent) && 'previousBoardId' in event.data;
}

function add(step: Map<ItemId, ItemChange>, event: CommittedEvent): void {
  if (itemsEvents.reordered.is(event)) return addOrder(step, event.boardId, event.data);
  const recorder = event.itemId === null ? undefined : RECORDERS.find((each) => each.records(event));
  recorder?.add(changeOf(step, event.itemId!, event.boardId!), event);
}

function changeOf(step: Map<ItemId, ItemChange>, id: ItemId, boardId: BoardId): ItemChange {
  const known = step.get(id);
  if (known !== undefined) return known;
  const change: ItemChange = {
    id,
    boardId,
    standing: null,
    place: null,
    details: {},
    cells: new Map(),
    relocation: null,
    isIrreversible: false,
  };
  step.set(id, change);
  return change;
}

interface Recorder {
  records: (event: CommittedEvent) => boolean;
  add: (change: ItemChange, event: CommittedEvent) => void;
}

function recorder<E extends CommittedEvent>(
  definition: { is: (event: CommittedEvent) => event is E },
  record: (change: ItemChange, data: E['data']) => void,
): Recorder {
  return { records: (event) => definition.is(event), add: (change, event) => record(change, event.data) };
}

const RECORDERS: readonly Recorder[] = [
  recorder(itemsEvents.created, (change) => enter(change, 'absent', 'live')),
  recorder(itemsEvents.trashed, (change) => enter(change, 'live', 'trashed')),
  recorder(itemsEvents.archived, (change) => enter(change, 'live', 'archived')),
  recorder(itemsEvents.restored, (change, { from, isArchived }) => {
    enter(change, from === 'archive' ? 'archived' : 'trashed', isArchived ? 'archived' : 'live');
    if (from === undefined) change.isIrreversible = true;
  }),
  recorder(itemsEvents.deleted, (change) => {
    change.isIrreversible = true;
  }),
  recorder(
    itemsEvents.moved,
    (change, { groupId, rank, previousGroupId, previousRank, previousBoardId, family }) => {
      const before = { groupId: previousGroupId, rank: previousRank ?? null };
      place(change, before, { groupId, rank: rank ?? null });
      if (previousBoardId === undefined) return;
      change.relocation = { from: previousBoardId, family: (family ?? []) as readonly RelocatedValues[] };
      if (family === undefined) change.isIrreversible = true;
    },
  ),
  recorder(itemsEvents.updated, (change, { changes, previous }) => {
    if (changes.name !== undefined)
      change.details.name = { before: change.details.name?.before ?? previous.name!, after: changes.name };
    if (changes.description !== undefined) {
      const { before = previous.description ?? null } = change.details.description ?? {};
      change.details.description = { before, after: changes.description };
    }
  }),
  recorder(valuesEvents.changed, ({ cells }, { columnId, value, previousValue }) => {
    const { before = previousValue as StoredValue | null } = cells.get(columnId) ?? {};
    cells.set(columnId, { before, after: value as StoredValue | null });
  }),
];

function enter(change: ItemChange, before: Standing, after: Standing): void {
  change.standing = { before: change.standing?.before ?? before, after };
}

function place(change: ItemChange, before: Place, after: Place): void {
  change.place = { before: change.place?.before ?? before, after };
  if (before.rank === null || after.rank === null) change.isIrreversible = true;
}

function addOrder(
  step: Map<ItemId, ItemChange>,
  boardId: BoardId,
  { groupId, itemIds, ranks = [], previousRanks = [] }: OrderData,
): void {
  for (const [at, id] of itemIds.entries()) {
    const [rank = null, previousRank = null] = [ranks[at], previousRanks[at]];
    if (rank !== null && rank === previousRank) continue;
    place(changeOf(step, id, boardId), { groupId, rank: previousRank }, { groupId, rank });
  }
}

interface OrderData {
  groupId: GroupId;
  itemIds: readonly ItemId[];
  ranks?: readonly string[] | undefined;
  previousRanks?: readonly string[] | undefined;
}
