import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import { type GroupId, type ItemId, newId } from '../../../kernel/ids';
import type { ActingContext } from '../../../access/principal';
import { naturalKey } from '../../../column-types/kinds/natural-key';
import { numberColumnsOf, type PreparedValues, PrepareValuesService } from '../../columns';
import type { BoardFacts } from '../../hierarchy';
import { cleanDescription } from './clean-description';
import { isFunctionError } from './item-functions';
import { ItemMaintenanceService } from './item-maintenance.service';
import { LockedItemCreationService } from './locked-item-creation.service';
import { BoardIsChanging, ParentInWrongPlace } from '../items.errors';
import type { ItemRecord } from '../item.record';
import { ItemsRepository } from '../items.repository';

export interface ItemToInsert {
  groupId: GroupId;
  parentId: ItemId | null;
  /** Null: the end. */
  position: number | null;
  name: string;
  description: string | null | undefined;
  values: PreparedValues;
}

/** Writes one new item on a board that the caller has read; the caller has checked access, group, parent and values. */
@Injectable()
export class ItemInsertionService {
  constructor(
    private readonly values: PrepareValuesService,
    private readonly items: ItemsRepository,
    private readonly maintenance: ItemMaintenanceService,
    private readonly held: LockedItemCreationService,
  ) {}

  /**
   * In the transaction of the context. When the groups or columns of the board have changed since they were read, the
   * transaction is retried: its next attempt must read the board again.
   */
  async insertWithin(context: ActingContext, board: BoardFacts, item: ItemToInsert): Promise<ItemRecord> {
    try {
      return await this.insert(context, board, item);
    } catch (error) {
      throw isFunctionError(error, 'structureChanged') ? new BoardIsChanging(error) : error;
    }
  }

  /** Requires a transaction for a board for which `LockedItemCreationService.isNeeded`. */
  async insert(context: ActingContext, board: BoardFacts, item: ItemToInsert): Promise<ItemRecord> {
    const { groupId, parentId, position, name } = item;
    const id = newId('item');
    const description = cleanDescription(item.description);
    const { transaction } = context;
    if (transaction !== null && LockedItemCreationService.isNeeded(board)) {
      const added = { id, parentId, name, description, stored: item.values.set };
      return this.held.create({ ...context, transaction }, board, { groupId, position }, added);
    }
    const now = clock.now();
    const values = await this.values.withResults(context, board, item.values, now);
    const placed = await this.place(context, board, {
      id,
      groupId,
      parentId,
      position,
      name,
      nameKey: naturalKey(name),
      description,
      values,
      numberColumns: numberColumnsOf(board),
      createdAt: now,
    });
    const createdAt = now.toISOString();
    return {
      id,
      boardId: board.id,
      groupId,
      parentId,
      name,
      description,
      values: placed.values,
      position: placed.position,
      createdBy: context.principal.userId,
      createdAt,
      updatedAt: createdAt,
    };
  }

  private async place(
    context: ActingContext,
    board: BoardFacts,
    item: Parameters<ItemsRepository['create']>[2],
  ) {
    try {
      const placed = await this.items.create(context, board, item);
      this.maintenance.after(context, board.id, item.parentId ?? item.groupId, placed);
      return placed;
    } catch (error) {
      if (isFunctionError(error, 'noSuchParent')) throw new ParentInWrongPlace();
      throw error;
    }
  }
}
