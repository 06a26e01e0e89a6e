import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import type { BoardId, ColumnId, GroupId, ItemId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import type { InTransaction } from '../../../platform/database/transaction';
import { naturalKey } from '../../../column-types/kinds/natural-key';
import {
  ColumnNumbersService,
  isUnique,
  type KnownNames,
  numberColumnsOf,
  type PreparedValues,
  PrepareValuesService,
  type PreviousValues,
  type ValuePath,
  type WrittenItem,
} from '../../columns';
import { type BoardFacts, HierarchyService } from '../../hierarchy';
import { ItemCopiesRepository } from '../copy/item-copies.repository';
import { ItemLoadCopies, type LoadedItem, type Place } from './item-load-copies';
import { ItemLoadsRepository, type LoadedParent } from './item-loads.repository';
import { ItemLocksRepository } from '../item-locks.repository';
import { ItemOrdersRepository } from '../orders/item-orders.repository';

/** An item of a load, already checked by the types of its columns. */
export interface ItemToLoad {
  id: ItemId;
  /** A sub-item is in the group of its parent, whatever this is. */
  groupId: GroupId;
  /** An item that was added before it as `isParent`, or one of `addParents`. */
  parentId: ItemId | null;
  isParent: boolean;
  name: string;
  description: string | null;
  values: PreviousValues;
  /** Where the input contains the values. */
  path: ValuePath;
}

type Tx = InTransaction<CallContext>;

/** Items that are prepared and written as text in one turn of the event loop: some milliseconds. */
const ITEMS_A_TURN = 50;

/** Places that one statement reserves at most. */
const PLACES = 10_000;

/** Reserved numbers of auto_number columns: the first of as many as there are items, by column. */
export type NumbersAside = ReadonlyMap<ColumnId, number>;

/** A load in progress. */
export interface ItemLoad {
  board: BoardFacts;
  /** Whether the board has orders that the items belong to (decision 0110). */
  hasOrders: boolean;
  aside: NumbersAside;
  /** Items that have been added. */
  count: number;
  /** The number of items in each group and parent during the load; concurrent additions are not included. */
  lengths: Map<GroupId | ItemId, number>;
  touched: Set<GroupId | ItemId>;
  parents: Map<ItemId, LoadedParent>;
  /** Places that are reserved for the next items. */
  places: Promise<Place[]>;
  /** Names of members that values refer to, read once. */
  names: KnownNames;
}

/**
 * Adds any number of items to the ends of a board's groups, some hundred at a time, in one transaction: begin,
 * add once per batch, finish. Counters are updated once, at the end.
 */
@Injectable()
export class ItemLoadsService {
  /** The merge of names that is in progress. */
  private merging: Promise<void> | null = null;

  constructor(
    private readonly hierarchy: HierarchyService,
    private readonly values: PrepareValuesService,
    private readonly loads: ItemLoadsRepository,
    private readonly numbers: ColumnNumbersService,
    private readonly copies: ItemCopiesRepository,
    private readonly locks: ItemLocksRepository,
    private readonly orders: ItemOrdersRepository,
  ) {}

  /**
   * Reserves numbers for a long load: if the load took them while running, every concurrent creation on the board
   * would wait for its end. The reserved numbers of a failed load are never assigned.
   */
  setNumbersAside(context: CallContext, board: BoardFacts, count: number): Promise<NumbersAside> {
    return this.numbers.take({ ...context, transaction: null }, numberColumnsOf(board), count);
  }

  /** For a load of many thousand items in this transaction: it calls `mergeNames` after some thousand items, and at its end. */
  async collectNames(tx: Tx): Promise<void> {
    await this.loads.collectNames(tx);
  }

  /**
   * On another connection than `collectNames`; otherwise the transaction, or the next writer of an item, would do it. The server
   * runs one merge at a time, and a second one would occupy a connection while it waits.
   */
  mergeNames(): Promise<void> {
    this.merging ??= this.loads.mergeNames().finally(() => {
      this.merging = null;
    });
    return this.merging;
  }

  /** Locks the board's groups and columns until the transaction ends. */
  async lock(tx: Tx, boardId: BoardId): Promise<void> {
    await this.locks.lockBoard(tx, boardId);
  }

  /** Requires that the board is locked, or that `settle` is called at the end. */
  async begin(tx: Tx, boardId: BoardId, aside: NumbersAside = new Map()): Promise<ItemLoad> {
    await this.copies.allowLongStatements(tx);
    const { facts: board } = await this.hierarchy.board(tx, boardId);
    const groupIds = board.groups.map(({ id }) => id);
    const lengths = new Map<GroupId | ItemId, number>(await this.loads.lengths(tx, groupIds));
    return {
      board,
      hasOrders: await this.orders.hasOrders(tx, boardId),
      aside,
      count: 0,
      lengths,
      touched: new Set(),
      parents: new Map(),
      places: Promise.resolve([]),
      names: new Map(),
    };
  }

  /** Locks existing items that are to get sub-items. Those that cannot have any are not among `load.parents` then. */
  async addParents(tx: Tx, load: ItemLoad, ids: readonly ItemId[]): Promise<void> {
    if (ids.length === 0) return;
    await this.locks.lockLists(tx, ids, null);
    for (const { id, length, ...parent } of await this.loads.parents(tx, load.board.id, ids)) {
      load.parents.set(id, parent);
      load.lengths.set(id, length);
    }
  }

  /**
   * Locks the board after a load that ran without the lock; false if the board is no longer the one that the load
   * was prepared for.
   */
  async settle(tx: Tx, board: BoardFacts): Promise<boolean> {
    await this.locks.lockBoard(tx, board.id);
    const { facts } = await this.hierarchy.board(tx, board.id);
    return facts.structureVersion === board.structureVersion;
  }

  /**
   * Prepares 50 items in each turn of the event loop and writes them as text, so that prepared values are garbage before V8 moves
   * them to its old generation, and the next rows are sent as soon as the server has written the previous ones.
   *
   * Items are written when `written` resolves. Prepare the next ones meanwhile, or two batches ahead: the server then never waits
   * for the service. `following`: how many items are still to be added.
   */
  async add(
    tx: Tx,
    load: ItemLoad,
    items: readonly ItemToLoad[],
    following = 0,
  ): Promise<{ written: Promise<void> }> {
    const { board } = load;
    const stored = await this.numbered(tx, load, items);
    load.count += items.length;
    const now = clock.now();
    const places = await this.take(tx, load, items.length, following);
    const { hasOrders } = load;
    const copies = new ItemLoadCopies({ context: tx, boardId: board.id, hasOrders, at: now.toISOString() });
    const written: WrittenItem[] = [];
    const hasUniqueValues = board.columns.some(isUnique);
    for (let start = 0; start < items.length; start += ITEMS_A_TURN) {
      const end = start + ITEMS_A_TURN;
      const part = items.slice(start, end);
      const prepared = await this.values.ofStored(tx, board, stored.slice(start, end), now, load.names);
      if (hasUniqueValues)
        written.push(...part.map(({ id, path }, at) => ({ id, path, entries: prepared[at]!.entries })));
      copies.add(placed(load, part, prepared, places.slice(start, end)));
      await nextTurn();
    }
    await this.values.assertFree(tx, board, written);
    return this.loads.append(tx, copies.all);
  }

  /** Counts the groups and parents again; concurrent additions to them wait from here to the end of the transaction. */
  async finish(tx: Tx, { touched }: ItemLoad): Promise<void> {
    await this.copies.countLists(tx, [...touched]);
  }

  /** The places of the next items. Those of the items after them are requested before these items occupy the connection. */
  private async take(tx: Tx, load: ItemLoad, count: number, following: number): Promise<Place[]> {
    let places = await load.places;
    if (places.length < count) places = [...places, ...(await this.loads.reserve(tx, count - places.length))];
    const left = places.slice(count);
    const next = Math.min(following, count);
    load.places =
      left.length < next
        ? this.loads.reserve(tx, Math.min(following, PLACES) - left.length).then((more) => [...left, ...more])
        : Promise.resolve(left);
    // The copies that follow fail as well, and are awaited.
    load.places.catch(() => undefined);
    return places.slice(0, count);
  }

  private async numbered(
    tx: Tx,
    { board, aside, count }: ItemLoad,
    items: readonly ItemToLoad[],
  ): Promise<PreviousValues[]> {
    const firsts = new Map([...aside].map(([columnId, first]) => [columnId, first + count]));
    const others = numberColumnsOf(board).filter((id) => !firsts.has(id));
    for (const [id, first] of await this.numbers.take(tx, others, items.length)) firsts.set(id, first);
    if (firsts.size === 0) return items.map(({ values }) => values);
    return items.map(({ values }, at) => {
      const numbers = [...firsts].map(([columnId, first]) => [columnId, first + at] as const);
      return { ...values, ...Object.fromEntries(numbers) };
    });
  }
}

function placed(
  load: ItemLoad,
  items: readonly ItemToLoad[],
  prepared: readonly PreparedValues[],
  places: readonly Place[],
): { items: LoadedItem[]; places: readonly Place[] } {
  const loaded = items.map((item, at) => {
    const { id, parentId, name, description } = item;
    const { groupId, key: list } = listOf(load, item);
    if (item.isParent) load.parents.set(id, { key: places[at]!.key, groupId });
    return {
      id,
      groupId,
      parentId,
      list,
      position: nextPosition(load, parentId ?? groupId),
      name,
      nameKey: naturalKey(name),
      description,
      values: JSON.stringify(prepared[at]!.set),
      entries: prepared[at]!.entries,
    };
  });
  return { items: loaded, places };
}

function listOf({ board, parents }: ItemLoad, { parentId, groupId }: ItemToLoad): LoadedParent {
  // The caller adds parents first.
  return parentId === null ? { groupId, key: board.groupsById.get(groupId)!.key } : parents.get(parentId)!;
}

function nextPosition({ lengths, touched }: ItemLoad, listId: GroupId | ItemId): number {
  const position = lengths.get(listId) ?? 0;
  lengths.set(listId, position + 1);
  touched.add(listId);
  return position;
}
