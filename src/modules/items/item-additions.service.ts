import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import type { GroupId, ItemId } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import type { InTransaction } from '../../platform/database/transaction';
import { naturalKey, numberColumnsOf, PrepareValues, type PreviousValues } from '../columns';
import type { BoardFacts } from '../hierarchy';
import { isRefusal } from './item-functions';
import { ItemBulkRepository } from './item-bulk.repository';
import { ItemUpkeep } from './item-upkeep';
import { ParentInWrongPlace } from './items.errors';

export interface AddedItem {
  id: ItemId;
  parentId: ItemId | null;
  name: string;
  description: string | null;
  /** Stored forms; numbers among them are another item's and are replaced. */
  stored: PreviousValues;
}

/** Adds several items to a group at once, each with its event and with numbers of its own. */
@Injectable()
export class ItemAdditions {
  constructor(
    private readonly values: PrepareValues,
    private readonly items: ItemBulkRepository,
    private readonly upkeep: ItemUpkeep,
  ) {}

  /**
   * The items of one list stand in their order from `position` on, null means its end; parents come before their
   * sub-items. The caller holds the board's structure and the lists.
   */
  async add(
    tx: InTransaction<CallContext>,
    board: BoardFacts,
    { groupId, position }: { groupId: GroupId; position: number | null },
    items: readonly AddedItem[],
  ): Promise<void> {
    const now = clock.now();
    const values = await this.values.ofStored(tx, board, await this.numbered(tx, board, items), now);
    const rows = items.map(({ stored: _stored, ...item }, at) => ({
      ...item,
      nameKey: naturalKey(item.name),
      values: values[at]!,
    }));
    const to = { boardId: board.id, groupId, position };
    try {
      for (const { lane, rank } of await this.items.create(tx, to, rows, now))
        this.upkeep.after(tx, board.id, lane, { rank, wantsUpkeep: true });
    } catch (error) {
      if (isRefusal(error, 'noSuchParent')) throw new ParentInWrongPlace();
      throw error;
    }
  }

  private async numbered(
    tx: InTransaction<CallContext>,
    board: BoardFacts,
    items: readonly AddedItem[],
  ): Promise<PreviousValues[]> {
    const numbered = items.map(({ stored }) => ({ ...stored }));
    // In the board's order, in which every creation takes them: nobody waits crosswise.
    for (const columnId of numberColumnsOf(board)) {
      const first = await this.items.firstNumber(tx, columnId, items.length);
      for (const [at, values] of numbered.entries()) values[columnId] = first + at;
    }
    return numbered;
  }
}
