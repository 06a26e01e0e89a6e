import { Injectable } from '@nestjs/common';
import type { ColumnId, ItemId, UserId } from '../../kernel/ids';
import type { RecordKey } from '../../kernel/record-key';
import { Database } from '../../platform/database/database';
import type { TenantContext } from '../../platform/database/tenant.repository';
import type { IndexRows } from './index-rows';
import { ADD, PUT, REMOVE_CELLS, REMOVE_ITEMS, RENAME_PERSON } from './value-index.statements';

/** One value of one item. */
export interface CellKey {
  id: ItemId;
  columnId: ColumnId;
}

/** The rows of one item. */
export interface IndexedItem {
  id: ItemId;
  entries: IndexRows;
}

/** The sort key of a cell that has exactly one row. */
export interface SingleKey {
  id: ItemId;
  columnKey: RecordKey;
  numberKey: number | null;
  textKey: string | null;
}

/**
 * The rows of item_values. Statements and functions that create, move or delete items together with their index rows (item
 * loads, the purge of Trash, item_create, item_set_values) write them in one statement; everything else writes them here.
 */
@Injectable()
export class ValueIndexService {
  constructor(private readonly database: Database) {}

  /** Inserts rows of cells that have none; lane and rank are those of the item. */
  async add(context: TenantContext, items: readonly IndexedItem[]): Promise<void> {
    await this.database.query(context, ADD, [
      context.organizationId,
      items.flatMap(({ entries }) => entries.columnKeys),
      items.flatMap(({ id, entries }) => entries.columnKeys.map(() => id)),
      ...keysOf(items),
    ]);
  }

  /** Adds or replaces the only row of each cell. */
  async put(context: TenantContext, keys: readonly SingleKey[]): Promise<void> {
    if (keys.length === 0) return;
    await this.database.query(context, PUT, [
      context.organizationId,
      keys.map(({ columnKey }) => columnKey),
      keys.map(({ id }) => id),
      keys.map(({ numberKey }) => numberKey),
      keys.map(({ textKey }) => textKey),
    ]);
  }

  async removeCells(context: TenantContext, cells: readonly CellKey[]): Promise<void> {
    if (cells.length === 0) return;
    await this.database.query(context, REMOVE_CELLS, [
      context.organizationId,
      cells.map(({ columnId }) => columnId),
      cells.map(({ id }) => id),
    ]);
  }

  /** Removes all rows of items that are about to be deleted. */
  async removeItems(context: TenantContext, ids: readonly ItemId[]): Promise<void> {
    if (ids.length > 0) await this.database.query(context, REMOVE_ITEMS, [context.organizationId, ids]);
  }

  /**
   * Writes the sort key of a user's name into a batch of the cells that name the user first; returns the number of
   * cells.
   */
  async renamePerson(context: TenantContext, userId: UserId, textKey: string): Promise<number> {
    const values = [context.organizationId, userId, textKey];
    return (await this.database.query(context, RENAME_PERSON, values)).length;
  }
}

function keysOf(items: readonly IndexedItem[]): unknown[][] {
  const entries = items.map((item) => item.entries);
  return [
    entries.flatMap(({ ordinals }) => ordinals),
    entries.flatMap(({ numberKeys }) => numberKeys),
    entries.flatMap(({ textKeys }) => textKeys),
    entries.flatMap(({ refs }) => refs),
  ];
}
