import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import type { BoardId, ColumnId, GroupId, ItemId } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import type { InTransaction } from '../../platform/database/transaction';
import { naturalKey, numberColumnsOf, PrepareValues, type PreviousValues } from '../columns';
import { type BoardFacts, Hierarchy } from '../hierarchy';
import { ItemCopiesRepository } from './item-copies.repository';
import { ItemLoadsRepository } from './item-loads.repository';
import { ItemStatesRepository } from './item-states.repository';

/** An item as a load brings it: checked by its columns' types already. */
export interface ItemToLoad {
  id: ItemId;
  groupId: GroupId;
  name: string;
  description: string | null;
  values: PreviousValues;
}

type Tx = InTransaction<CallContext>;

/** Numbers of auto_number columns that are set aside: the first of as many as there are items, by column. */
export type NumbersAside = ReadonlyMap<ColumnId, number>;

/** A load under way. */
export interface ItemLoad {
  board: BoardFacts;
  aside: NumbersAside;
  /** Items that have been added. */
  count: number;
  /** How many items each group has by now; what others add meanwhile is left out. */
  lengths: Map<GroupId, number>;
  touched: Set<GroupId>;
}

/**
 * Adds any number of items to the ends of a board's groups, some hundred at a time, in one transaction: begin, add as
 * often as there are batches, finish. What is counted is counted once, at the end.
 */
@Injectable()
export class ItemLoads {
  constructor(
    private readonly hierarchy: Hierarchy,
    private readonly values: PrepareValues,
    private readonly loads: ItemLoadsRepository,
    private readonly copies: ItemCopiesRepository,
    private readonly states: ItemStatesRepository,
  ) {}

  /**
   * Sets numbers aside for a load that goes on for long: taken while it runs, they would make whoever creates an item
   * on the board wait for its end. What a load that fails had set aside is never given.
   */
  setNumbersAside(context: CallContext, board: BoardFacts, count: number): Promise<NumbersAside> {
    return this.loads.takeNumbers({ ...context, transaction: null }, numberColumnsOf(board), count);
  }

  /** From here on nobody changes the board's groups and columns until the transaction ends. */
  async hold(tx: Tx, boardId: BoardId): Promise<void> {
    await this.states.holdBoard(tx, boardId);
  }

  /** The board is held, or `settle` is asked at the end. */
  async begin(tx: Tx, boardId: BoardId, aside: NumbersAside = new Map()): Promise<ItemLoad> {
    await this.copies.allowLongStatements(tx);
    const { facts: board } = await this.hierarchy.board(tx, boardId);
    const groupIds = board.groups.map(({ id }) => id);
    const lengths = await this.loads.lengths(tx, groupIds);
    return { board, aside, count: 0, lengths, touched: new Set() };
  }

  /** Holds the board for what was loaded without; false when it is no longer the one that was loaded for. */
  async settle(tx: Tx, board: BoardFacts): Promise<boolean> {
    await this.states.holdBoard(tx, board.id);
    const { facts } = await this.hierarchy.board(tx, board.id);
    return facts.structureVersion === board.structureVersion;
  }

  async add(tx: Tx, load: ItemLoad, items: readonly ItemToLoad[]): Promise<void> {
    const { board } = load;
    const stored = await this.numbered(tx, load, items);
    load.count += items.length;
    const now = clock.now();
    const prepared = await this.values.ofStored(tx, board, stored, now);
    const loaded = items.map(({ id, groupId, name, description }, at) => ({
      id,
      groupId,
      position: nextPosition(load, groupId),
      name,
      nameKey: naturalKey(name),
      description,
      values: JSON.stringify(prepared[at]!.set),
      entries: prepared[at]!.entries,
    }));
    await this.loads.append(tx, board, loaded, now);
  }

  /** Counts the groups anew; whoever adds single items to them waits from here to the end of the transaction. */
  async finish(tx: Tx, { touched }: ItemLoad): Promise<void> {
    await this.copies.countLanes(tx, [...touched].toSorted());
  }

  private async numbered(
    tx: Tx,
    { board, aside, count }: ItemLoad,
    items: readonly ItemToLoad[],
  ): Promise<PreviousValues[]> {
    const firsts = new Map([...aside].map(([columnId, first]) => [columnId, first + count]));
    const others = numberColumnsOf(board).filter((id) => !firsts.has(id));
    for (const [id, first] of await this.loads.takeNumbers(tx, others, items.length)) firsts.set(id, first);
    if (firsts.size === 0) return items.map(({ values }) => values);
    return items.map(({ values }, at) => {
      const numbers = [...firsts].map(([columnId, first]) => [columnId, first + at] as const);
      return { ...values, ...Object.fromEntries(numbers) };
    });
  }
}

function nextPosition({ lengths, touched }: ItemLoad, groupId: GroupId): number {
  const position = lengths.get(groupId) ?? 0;
  lengths.set(groupId, position + 1);
  touched.add(groupId);
  return position;
}
