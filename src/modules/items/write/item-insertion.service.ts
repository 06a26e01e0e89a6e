import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import { type GroupId, type ItemId, newId } from '../../../kernel/ids';
import type { ActingContext } from '../../../access/principal';
import { naturalKey } from '../../../column-types/kinds/natural-key';
import { numberColumnsOf, type PreparedValues, PrepareValuesService, type ValuePath } from '../../columns';
import type { BoardFacts } from '../../hierarchy';
import { cleanDescription } from './clean-description';
import { isFunctionError } from './item-functions';
import { ItemMaintenanceService } from './item-maintenance.service';
import { LockedItemCreationService } from './locked-item-creation.service';
import { BoardIsChanging, ParentInWrongPlace } from '../items.errors';
import type { ItemRecord } from '../item.record';
import { ItemsRepository, type NewItem, type PlacedItem } from '../items.repository';

export interface ItemToInsert {
  groupId: GroupId;
  parentId: ItemId | null;
  /** Null: the end. */
  position: number | null;
  name: string;
  description: string | null | undefined;
  values: PreparedValues;
  /** Where the input contains the values; `values` if it is absent. */
  path?: ValuePath;
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

  /**
   * Creates the item with a function of another module that calls item_create; `write` takes its id and the parameters of
   * item_create. Null for a board whose items a single statement cannot create. Throws as `insertWithin` does.
   */
  async insertWith(
    context: ActingContext,
    board: BoardFacts,
    item: ItemToInsert,
    write: (id: ItemId, parameters: unknown[]) => Promise<PlacedItem>,
  ): Promise<ItemId | null> {
    if (LockedItemCreationService.isNeeded(board)) return null;
    const created = await this.prepare(context, board, item);
    try {
      const placed = await write(created.id, this.items.creationParameters(context, board, created));
      this.maintenance.after(context, board.id, placed);
      return created.id;
    } catch (error) {
      throw isFunctionError(error, 'structureChanged') ? new BoardIsChanging(error) : error;
    }
  }

  /** Requires a transaction for a board for which `LockedItemCreationService.isNeeded`. */
  async insert(context: ActingContext, board: BoardFacts, item: ItemToInsert): Promise<ItemRecord> {
    const { transaction } = context;
    if (transaction !== null && LockedItemCreationService.isNeeded(board)) {
      const { groupId, parentId, position, name, values } = item;
      const description = cleanDescription(item.description);
      const added = { id: newId('item'), parentId, name, description, stored: values.set, path: item.path };
      return this.held.create({ ...context, transaction }, board, { groupId, position }, added);
    }
    const created = await this.prepare(context, board, item);
    const placed = await this.place(context, board, created);
    const { id, groupId, parentId, name, description } = created;
    const createdAt = created.createdAt.toISOString();
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

  private async prepare(context: ActingContext, board: BoardFacts, item: ItemToInsert): Promise<NewItem> {
    const { groupId, parentId, position, name } = item;
    const createdAt = clock.now();
    const id = newId('item');
    await this.values.assertFree(context, board, [{ id, entries: item.values.entries, path: item.path }]);
    return {
      id,
      groupId,
      parentId,
      position,
      name,
      nameKey: naturalKey(name),
      description: cleanDescription(item.description),
      values: await this.values.withResults(context, board, item.values, createdAt),
      numberColumns: numberColumnsOf(board),
      createdAt,
    };
  }

  private async place(context: ActingContext, board: BoardFacts, item: NewItem) {
    try {
      const placed = await this.items.create(context, board, item);
      this.maintenance.after(context, board.id, placed);
      return placed;
    } catch (error) {
      if (isFunctionError(error, 'noSuchParent')) throw new ParentInWrongPlace();
      throw error;
    }
  }
}
