import { Injectable } from '@nestjs/common';
import type { BoardId, ColumnId, ItemId } from '../../kernel/ids';
import type { RecordKey } from '../../kernel/record-key';
import { Database } from '../../platform/database/database';
import type { TenantContext } from '../../platform/database/tenant.repository';
import type { InTransaction } from '../../platform/database/transaction';
import {
  ALLOW_LONG,
  CLEAR,
  COPY_INDEX,
  COPY_VALUES,
  DROP_REPEATED,
  END_TIMERS,
  FIRST_IN_USE,
  NUMBER_IN_ORDER,
  NUMBER_ITEMS,
  REPLACE_INDEX,
  REPLACE_LABELS,
  WITHOUT_VALUE,
} from './column-values.statements';

/** A column and its board, which items are found by. */
export interface BoardColumn {
  boardId: BoardId;
  columnId: ColumnId;
}

/** A column whose row no longer exists. */
export interface DeletedColumn extends BoardColumn {
  columnKey: RecordKey;
}

/** The source and the target of a copied column. */
export interface ColumnPair {
  from: ColumnId;
  to: ColumnId;
}

/**
 * Writes that change a column's values on all items of its board: a few statements each, for any number of
 * items. Trashed items are included, so that they are restored with consistent values. The board's structure
 * must be locked. No item gets a new version, because no user edited it.
 */
@Injectable()
export class ColumnValuesService {
  constructor(private readonly database: Database) {}

  /**
   * Numbers the existing items in board order, sub-items after their parents, archived items after all others.
   * Items in Trash get their number when they are restored. Returns the number of numbered items.
   */
  async numberItems(
    context: InTransaction<TenantContext>,
    { boardId, columnId }: BoardColumn,
    first: number,
  ): Promise<number> {
    await this.database.query(context, ALLOW_LONG, []);
    const values = [context.organizationId, boardId, columnId, first];
    const [row] = await this.database.query<{ count: number }>(context, NUMBER_ITEMS, values);
    return row!.count;
  }

  /** Those of the items that have no value in the column, sub-items last. */
  async withoutValue(
    context: InTransaction<TenantContext>,
    columnId: ColumnId,
    itemIds: readonly ItemId[],
  ): Promise<ItemId[]> {
    const values = [context.organizationId, columnId, itemIds];
    const rows = await this.database.query<{ id: ItemId }>(context, WITHOUT_VALUE, values);
    return rows.map(({ id }) => id);
  }

  /** Numbers these items, which have no number, in this order. */
  async numberInOrder(
    context: InTransaction<TenantContext>,
    columnId: ColumnId,
    itemIds: readonly ItemId[],
    first: number,
  ): Promise<void> {
    const values = [context.organizationId, columnId, itemIds, first];
    await this.database.query(context, NUMBER_IN_ORDER, values);
  }

  /**
   * Copies the values of one column to another on every item, with labels replaced according to `labelIds` if
   * there are any.
   */
  async copy(
    context: InTransaction<TenantContext>,
    boardId: BoardId,
    { from, to }: ColumnPair,
    labelIds: ReadonlyMap<string, string>,
  ): Promise<void> {
    const { organizationId } = context;
    const labels = JSON.stringify(Object.fromEntries(labelIds));
    await this.database.query(context, ALLOW_LONG, []);
    // Items first: a concurrent move or archive locks its item, so the index rows that are read next cannot
    // change.
    await this.database.query(context, COPY_VALUES, [organizationId, boardId, from, to, labels]);
    await this.database.query(context, COPY_INDEX, [organizationId, from, to, labels, boardId]);
  }

  /** Removes running timers from a column of tracked time; finished entries stay. */
  async endTimers(context: InTransaction<TenantContext>, { boardId, columnId }: BoardColumn): Promise<void> {
    await this.database.query(context, END_TIMERS, [context.organizationId, boardId, columnId]);
  }

  /** The first of these labels that some item has, including items in Trash; null when none is in use. */
  async firstInUse(
    context: TenantContext,
    columnId: ColumnId,
    labelIds: readonly string[],
  ): Promise<string | null> {
    const values = [context.organizationId, columnId, labelIds];
    const [row] = await this.database.query<{ label: string }>(context, FIRST_IN_USE, values);
    return row?.label ?? null;
  }

  /** Replaces labels with another one on every item that has them. */
  async replaceLabels(
    context: InTransaction<TenantContext>,
    { boardId, columnId }: BoardColumn,
    labelIds: readonly string[],
    to: string,
  ): Promise<void> {
    const { organizationId } = context;
    await this.database.query(context, ALLOW_LONG, []);
    await this.database.query(context, REPLACE_LABELS, [organizationId, boardId, columnId, labelIds, to]);
    await this.database.query(context, DROP_REPEATED, [organizationId, columnId, [...labelIds, to]]);
    await this.database.query(context, REPLACE_INDEX, [organizationId, columnId, labelIds, to]);
  }

  /**
   * Removes the values of a deleted column from the next items by id; returns the last of them, null at the end.
   */
  async clearAfter(
    context: InTransaction<TenantContext>,
    { boardId, columnId, columnKey }: DeletedColumn,
    after: string,
  ): Promise<string | null> {
    const values = [context.organizationId, boardId, columnId, after, columnKey];
    const [row] = await this.database.query<{ last: string | null }>(context, CLEAR, values);
    return row?.last ?? null;
  }
}
