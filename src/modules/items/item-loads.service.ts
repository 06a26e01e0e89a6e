import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import type { BoardId, GroupId, ItemId } from '../../kernel/ids';
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

/** A load under way. */
export interface ItemLoad {
  board: BoardFacts;
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

  /** The board is as it is then until the transaction ends. */
  async begin(tx: Tx, boardId: BoardId): Promise<ItemLoad> {
    await this.copies.allowLongStatements(tx);
    await this.states.holdBoard(tx, boardId);
    const { facts: board } = await this.hierarchy.board(tx, boardId);
    const groupIds = board.groups.map(({ id }) => id);
    return { board, lengths: await this.loads.lengths(tx, groupIds), touched: new Set() };
  }

  async add(tx: Tx, load: ItemLoad, items: readonly ItemToLoad[]): Promise<void> {
    const { board } = load;
    const stored = await this.numbered(tx, board, items);
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
    }));
    await this.loads.append(tx, board, loaded, now);
    const entries = prepared.map((each, at) => ({
      ...each.entries,
      itemIds: each.entries.columnIds.map(() => items[at]!.id),
    }));
    await this.copies.index(tx, entries);
  }

  /** Counts the groups anew; whoever adds single items to them waits from here to the end of the transaction. */
  async finish(tx: Tx, { touched }: ItemLoad): Promise<void> {
    await this.copies.countLanes(tx, [...touched].toSorted());
  }

  private async numbered(tx: Tx, board: BoardFacts, items: readonly ItemToLoad[]): Promise<PreviousValues[]> {
    const firsts = await this.loads.takeNumbers(tx, numberColumnsOf(board), items.length);
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
