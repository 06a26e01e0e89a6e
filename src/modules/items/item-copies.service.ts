import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import { type BoardId, type ColumnId, type GroupId, type ItemId, newId } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import type { InTransaction } from '../../platform/database/transaction';
import {
  areCopiedWhole,
  BoardComputations,
  computedColumns,
  copiedValues,
  type PreparedValues,
  PrepareValues,
  type PreviousValues,
} from '../columns';
import { type BoardFacts, Hierarchy } from '../hierarchy';
import { type CopiedItem, ItemCopiesRepository } from './item-copies.repository';

/** Ids of the originals and of their copies. */
export interface CopiedStructure {
  boards: ReadonlyMap<BoardId, BoardId>;
  groups: ReadonlyMap<GroupId, GroupId>;
  columns: ReadonlyMap<ColumnId, ColumnId>;
  labels: ReadonlyMap<string, string>;
}

/** What one copying knows: new ids by old ones, and the copies that are made already. */
interface CopyRun {
  groups: ReadonlyMap<GroupId, GroupId>;
  items: ReadonlyMap<ItemId, ItemId>;
  /** Of columns, labels and items alike. */
  ids: ReadonlyMap<string, string>;
  done: Set<ItemId>;
}

const BATCH = 500;

/** An id as the whole of a JSON string or key: quotes inside strings are escaped, so it cannot be part of one. */
const ID_TOKEN = /"(col|lbl|itm)_[0-9A-HJKMNP-TV-Z]{26}"/g;

/** Copies the live items of boards to copies of these boards, in their order, with their sub-items and values. */
@Injectable()
export class ItemCopies {
  constructor(
    private readonly copies: ItemCopiesRepository,
    private readonly hierarchy: Hierarchy,
    private readonly values: PrepareValues,
    private readonly computations: BoardComputations,
  ) {}

  async copyBoards(tx: InTransaction<CallContext>, structure: CopiedStructure): Promise<void> {
    await this.copies.allowLongStatements(tx);
    const boardIds = [...structure.boards.keys()];
    // All new ids first: a value may name an item of a board that is copied later.
    const items = new Map<ItemId, ItemId>();
    for (const id of await this.copies.liveItems(tx, boardIds)) items.set(id, newId('item'));
    const ids = new Map<string, string>([...structure.columns, ...structure.labels, ...items]);
    const run: CopyRun = { groups: structure.groups, items, ids, done: new Set() };
    for (const [from, to] of structure.boards) await this.copyBoard(tx, from, to, run);
    await this.copies.continueNumbers(tx, structure.columns);
  }

  private async copyBoard(
    tx: InTransaction<CallContext>,
    from: BoardId,
    to: BoardId,
    { groups, items, ids, done }: CopyRun,
  ): Promise<void> {
    const { facts: board } = await this.hierarchy.board(tx, to);
    const plan = computedColumns(board);
    const takesText = plan.ordered.length === 0 && areCopiedWhole(board);
    // For what stands in a group that has been made since the groups were copied.
    const firstGroup = board.groups[0]?.id;
    const lanes = new Set<string>();
    let after: ItemId | null = null;
    for (;;) {
      const originals = await this.copies.originals(tx, from, after, BATCH);
      if (originals.length === 0) break;
      after = originals.at(-1)!.id;
      const copied: CopiedItem[] = [];
      for (const original of originals) {
        const id = items.get(original.id);
        // Items made, or moved here, since the ids were given out are not part of the copy.
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
        lanes.add(parentId ?? groupId);
        copied.push({ ...original, id, parentId, groupId, values });
      }
      const now = clock.now();
      const prepared = await this.preparedOf(tx, board, copied, now);
      // Text passes through where nothing is computed or left behind.
      const made = takesText ? copied : copied.map((item, at) => withValues(item, prepared[at]!));
      await this.copies.insert(tx, to, made, now);
      await this.copies.index(
        tx,
        prepared.map(({ entries }, at) => ({
          ...entries,
          itemIds: entries.columnIds.map(() => copied[at]!.id),
        })),
      );
    }
    await this.copies.countLanes(tx, [...lanes]);
    // What it looks at may be copied later than it.
    if (plan.readLinkedItems)
      await this.computations.start(
        tx,
        to,
        plan.ordered.map(({ column }) => column.id),
      );
  }

  private preparedOf(
    tx: InTransaction<CallContext>,
    board: BoardFacts,
    copied: readonly CopiedItem[],
    now: Date,
  ): Promise<PreparedValues[]> {
    const stored = copied.map(({ values }) => copiedValues(board, JSON.parse(values) as PreviousValues));
    return this.values.ofStored(tx, board, stored, now);
  }
}

function withValues(item: CopiedItem, { set }: PreparedValues): CopiedItem {
  return { ...item, values: JSON.stringify(set) };
}
