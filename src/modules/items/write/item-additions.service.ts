import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import type { GroupId, ItemId } from '../../../kernel/ids';
import type { ActingContext } from '../../../access/principal';
import type { InTransaction } from '../../../platform/database/transaction';
import { naturalKey } from '../../../column-types/kinds/natural-key';
import { PrepareValuesService, type PreviousValues, type ValuePath } from '../../columns';
import type { BoardFacts } from '../../hierarchy';
import { isFunctionError } from './item-functions';
import { ItemBulkRepository } from '../bulk/item-bulk.repository';
import { ItemMaintenanceService } from './item-maintenance.service';
import { ParentInWrongPlace } from '../items.errors';

export interface AddedItem {
  id: ItemId;
  parentId: ItemId | null;
  name: string;
  description: string | null;
  /** Stored forms; auto numbers among them are replaced. */
  stored: PreviousValues;
  /** Where the input contains the values; `values` if it is absent. */
  path?: ValuePath | undefined;
}

/** Adds several items to a group in one statement, each with its event and new auto numbers. */
@Injectable()
export class ItemAdditionsService {
  constructor(
    private readonly values: PrepareValuesService,
    private readonly items: ItemBulkRepository,
    private readonly maintenance: ItemMaintenanceService,
  ) {}

  /**
   * The items of one list are placed in their order from `position` on, null means its end; parents precede their
   * sub-items. The caller has locked the board's structure and the lists.
   */
  async add(
    tx: InTransaction<ActingContext>,
    board: BoardFacts,
    { groupId, position }: { groupId: GroupId; position: number | null },
    items: readonly AddedItem[],
  ): Promise<void> {
    const now = clock.now();
    const values = await this.values.ofStored(
      tx,
      board,
      await this.values.numbered(
        tx,
        board,
        items.map(({ stored }) => stored),
      ),
      now,
    );
    await this.values.assertFree(
      tx,
      board,
      items.map(({ id, path }, at) => ({ id, path, entries: values[at]!.entries })),
    );
    const rows = items.map(({ stored: _stored, path: _path, ...item }, at) => ({
      ...item,
      nameKey: naturalKey(item.name),
      values: values[at]!,
    }));
    const to = { boardId: board.id, groupId, position };
    try {
      for (const { lane, rank } of await this.items.create(tx, to, rows, now))
        this.maintenance.after(tx, board.id, { lane, rank, needsMaintenance: true });
    } catch (error) {
      if (isFunctionError(error, 'noSuchParent')) throw new ParentInWrongPlace();
      throw error;
    }
  }
}
