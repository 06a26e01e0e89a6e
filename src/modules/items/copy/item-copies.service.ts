import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import { type BoardId, type ColumnId, type GroupId, type ItemId, newId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import type { InTransaction } from '../../../platform/database/transaction';
import {
  areCopiedWhole,
  BoardComputationsService,
  type CanNameItem,
  ColumnNumbersService,
  computedColumns,
  copiedValues,
  type PreparedValues,
  PrepareValuesService,
  type PreviousValues,
} from '../../columns';
import { ValueIndexService } from '../../stored-values';
import { type BoardFacts, HierarchyService } from '../../hierarchy';
import { type CopiedItem, ItemCopiesRepository } from './item-copies.repository';

/** Ids of the originals and of their copies. */
export interface CopiedStructure {
  boards: ReadonlyMap<BoardId, BoardId>;
  groups: ReadonlyMap<GroupId, GroupId>;
  columns: ReadonlyMap<ColumnId, ColumnId>;
  labels: ReadonlyMap<string, string>;
}

/** What a copy of boards consists of, for copies of records that name parts of it. */
export interface CopiedBoards extends CopiedStructure {
  /** Empty when items are not copied. */
  items: ReadonlyMap<ItemId, ItemId>;
}

/** Where items of the copied boards are: copies with their board, and originals that are not copied. */
interface ItemPlaces {
  copies: Map<string, BoardId>;
  leftOut: Set<string>;
}

/** The state of one copy operation: new ids by old ids, and the copies that exist already. */
interface CopyRun {
  groups: ReadonlyMap<GroupId, GroupId>;
  items: ReadonlyMap<ItemId, ItemId>;
  places: ItemPlaces;
  /** New ids of columns, labels and items by old ids. */
  ids: ReadonlyMap<string, string>;
  done: Set<ItemId>;
}

const BATCH = 500;

/** An id as the whole of a JSON string or key: quotes inside strings are escaped, so it cannot be part of one. */
const ID_TOKEN = /"(col|lbl|itm)_[0-9A-HJKMNP-TV-Z]{26}"/g;

/** Copies the live items of boards to copies of these boards, in their order, with their sub-items and values. */
@Injectable()
export class ItemCopiesService {
  constructor(
    private readonly copies: ItemCopiesRepository,
    private readonly index: ValueIndexService,
    private readonly numbers: ColumnNumbersService,
    private readonly hierarchy: HierarchyService,
    private readonly values: PrepareValuesService,
    private readonly computations: BoardComputationsService,
  ) {}

  /** Returns the ids of the copies by those of the originals. */
  async copyBoards(
    tx: InTransaction<CallContext>,
    structure: CopiedStructure,
  ): Promise<ReadonlyMap<ItemId, ItemId>> {
    await this.copies.allowLongStatements(tx);
    const boardIds = [...structure.boards.keys()];
    // All new ids first: a value can name an item of a board that is copied later.
    const items = new Map<ItemId, ItemId>();
    const places: ItemPlaces = { copies: new Map(), leftOut: new Set() };
    for (const { id, boardId, isLive } of await this.copies.items(tx, boardIds)) {
      const copy = newId('item');
      if (isLive) {
        items.set(id, copy);
        places.copies.set(copy, structure.boards.get(boardId)!);
      } else places.leftOut.add(id);
    }
    const ids = new Map<string, string>([...structure.columns, ...structure.labels, ...items]);
    const run: CopyRun = { groups: structure.groups, items, places, ids, done: new Set() };
    for (const [from, to] of structure.boards) await this.copyBoard(tx, from, to, run);
    await this.numbers.continueInCopies(tx, structure.columns);
    return items;
  }

  private async copyBoard(
    tx: InTransaction<CallContext>,
    from: BoardId,
    to: BoardId,
    { groups, items, places, ids, done }: CopyRun,
  ): Promise<void> {
    const { facts: board } = await this.hierarchy.board(tx, to);
    const plan = computedColumns(board);
    const takesText = plan.ordered.length === 0 && areCopiedWhole(board);
    // For items of a group that was created after the groups were copied.
    const firstGroup = board.groups[0]?.id;
    const lists = new Set<string>();
    for await (const originals of this.originals(tx, from)) {
      const copied: CopiedItem[] = [];
      for (const original of originals) {
        const id = items.get(original.id);
        // Items that were created or moved here after the ids were assigned are not part of the copy.
        if (id === undefined || done.has(id)) continue;
        const parentId = original.parentId === null ? null : items.get(original.parentId);
        const groupId = groups.get(original.groupId) ?? firstGroup;
        const isLost = parentId === undefined || (parentId !== null && !done.has(parentId));
        if (groupId === undefined || isLost) continue;
        done.add(id);
        const values = original.values.replace(
          ID_TOKEN,
          (token) => `"${ids.get(token.slice(1, -1)) ?? token.slice(1, -1)}"`,
        );
        lists.add(parentId ?? groupId);
        copied.push({ ...original, id, parentId, groupId, values });
      }
      const now = clock.now();
      const prepared = await this.preparedOf(tx, board, copied, places, now);
      // The text is copied unchanged when no value is computed or removed.
      const made = takesText ? copied : copied.map((item, at) => withValues(item, prepared[at]!));
      await this.copies.insert(tx, to, made, now);
      await this.index.add(
        tx,
        prepared.map(({ entries }, at) => ({ id: copied[at]!.id, entries })),
      );
    }
    await this.copies.countLists(tx, [...lists]);
    // The items that a lookup reads can be copied after the item with the lookup.
    if (plan.readLinkedItems)
      await this.computations.start(
        tx,
        to,
        plan.ordered.map(({ column }) => column.id),
      );
  }

  /** In batches, parents before their sub-items: the ids of processes with different clocks have no common order. */
  private async *originals(tx: InTransaction<CallContext>, boardId: BoardId): AsyncGenerator<CopiedItem[]> {
    for (const areSubItems of [false, true]) {
      for (let after: ItemId | '' = ''; ;) {
        const batch: CopiedItem[] = await this.copies.originals(tx, boardId, {
          areSubItems,
          after,
          limit: BATCH,
        });
        if (batch.length === 0) break;
        yield batch;
        after = batch.at(-1)!.id;
      }
    }
  }

  private preparedOf(
    tx: InTransaction<CallContext>,
    board: BoardFacts,
    copied: readonly CopiedItem[],
    places: ItemPlaces,
    now: Date,
  ): Promise<PreparedValues[]> {
    const canName = canNameIn(board.id, places);
    const stored = copied.map(({ values }) =>
      copiedValues(board, JSON.parse(values) as PreviousValues, canName),
    );
    return this.values.ofStored(tx, board, stored, now);
  }
}

/** Dependencies name copies on the same board. Links name copies, or items of boards that are not copied. */
function canNameIn(boardId: BoardId, { copies, leftOut }: ItemPlaces): CanNameItem {
  return (id, scope) => (scope === 'sameBoard' ? copies.get(id) === boardId : !leftOut.has(id));
}

function withValues(item: CopiedItem, { set }: PreparedValues): CopiedItem {
  return { ...item, values: JSON.stringify(set) };
}
