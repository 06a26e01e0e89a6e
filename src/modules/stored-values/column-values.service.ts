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
  COUNT_ITEMS,
  COUNT_LABELED,
  DROP_REPEATED,
  END_TIMERS,
  FIRST_IN_USE,
  LOCK_COPIED,
  LOCK_LABELED,
  NUMBER_IN_ORDER,
  NUMBER_ITEMS,
  PLAN_NUMBERS,
  REPLACE_INDEX,
  REPLACE_LABELS,
  TAKE_PLANNED,
  WITHOUT_VALUE,
  WRITE_PLANNED,
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

/** Locked items of a board in the order of their ids. */
export interface NextItems {
  /** The id of the last item; null when there is none. */
  last: ItemId | null;
  count: number;
  /** Those whose value is to be copied. */
  itemKeys: RecordKey[];
}

/**
 * Writes that change a column's values on many items of its board: a few statements for each set of items. Trashed
 * items are included, so that they are restored with consistent values. The board's structure must be locked, shared
 * or exclusively. No item gets a new version, because no user edited it.
 */
@Injectable()
export class ColumnValuesService {
  constructor(private readonly database: Database) {}

  /**
   * Numbers the existing items in board order, sub-items after their parents, archived items after all others.
   * Items in Trash get their number when they are restored.
   */
  async numberItems(
    context: InTransaction<TenantContext>,
    { boardId, columnId }: BoardColumn,
    first: number,
  ): Promise<void> {
    const values = [context.organizationId, boardId, columnId, first];
    await this.database.query(context, NUMBER_ITEMS, values);
  }

  /** Decides the numbers of the items that have none, in the order of `numberItems`; `writePlanned` writes them. */
  async planNumbers(
    context: InTransaction<TenantContext>,
    { boardId, columnId }: BoardColumn,
    first: number,
  ): Promise<void> {
    await this.database.query(context, ALLOW_LONG, []);
    await this.database.query(context, PLAN_NUMBERS, [context.organizationId, boardId, columnId, first]);
  }

  /** Writes the planned numbers from `first` on, `count` at most; returns how many there were. */
  async writePlanned(
    context: InTransaction<TenantContext>,
    { boardId, columnId }: BoardColumn,
    { first, count }: { first: number; count: number },
  ): Promise<number> {
    const { organizationId } = context;
    const planned = await this.database.query<{ itemId: ItemId; number: number }>(context, TAKE_PLANNED, [
      organizationId,
      columnId,
      first,
      count,
    ]);
    const ids = planned.map(({ itemId }) => itemId);
    const numbers = planned.map(({ number }) => number);
    await this.database.query(context, WRITE_PLANNED, [organizationId, boardId, columnId, ids, numbers]);
    return planned.length;
  }

  /** The items of a board, with or without those in Trash. */
  async countItems(context: TenantContext, boardId: BoardId, withTrash: boolean): Promise<number> {
    const values = [context.organizationId, boardId, withTrash];
    const [row] = await this.database.query<{ count: number }>(context, COUNT_ITEMS, values);
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
   * Locks the next items by id, at most `limit`. A concurrent move or archive locks its item as well, so the index
   * rows that `copy` reads afterwards cannot change.
   */
  async lockCopied(
    context: InTransaction<TenantContext>,
    boardId: BoardId,
    { from, to }: ColumnPair,
    { after, limit }: { after: string; limit: number },
  ): Promise<NextItems> {
    const values = [context.organizationId, boardId, from, to, after, limit];
    const [row] = await this.database.query<NextItems>(context, LOCK_COPIED, values);
    return row!;
  }

  /**
   * Copies the values of one column to another on these locked items, with labels replaced according to `labelIds` if
   * there are any.
   */
  async copy(
    context: InTransaction<TenantContext>,
    boardId: BoardId,
    { from, to }: ColumnPair,
    labelIds: Readonly<Record<string, string>>,
    itemKeys: readonly RecordKey[],
  ): Promise<void> {
    const { organizationId } = context;
    const labels = JSON.stringify(labelIds);
    await this.database.query(context, COPY_VALUES, [organizationId, boardId, from, to, labels, itemKeys]);
    await this.database.query(context, COPY_INDEX, [organizationId, from, to, labels, itemKeys]);
  }

  /** Removes running timers from cells of tracked time; finished entries stay. */
  async endTimers(
    context: InTransaction<TenantContext>,
    { boardId, columnId }: BoardColumn,
    itemKeys: readonly RecordKey[],
  ): Promise<void> {
    await this.database.query(context, END_TIMERS, [context.organizationId, boardId, columnId, itemKeys]);
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

  /** Uses of these labels on items, including items in Trash. */
  async countLabeled(
    context: TenantContext,
    columnId: ColumnId,
    labelIds: readonly string[],
  ): Promise<number> {
    const values = [context.organizationId, columnId, labelIds];
    const [row] = await this.database.query<{ count: number }>(context, COUNT_LABELED, values);
    return row!.count;
  }

  /** Replaces labels with another one on every item that has them, `limit` uses at a time. */
  async replaceAllLabels(
    context: InTransaction<TenantContext>,
    column: BoardColumn,
    change: { labelIds: readonly string[]; to: string },
    limit: number,
  ): Promise<void> {
    while ((await this.replaceLabels(context, column, change, limit)) > 0);
  }

  /**
   * Replaces labels with another one on the items of the next `limit` uses; returns the number of items, and 0 only when no
   * item has them. An item can have several uses.
   */
  async replaceLabels(
    context: InTransaction<TenantContext>,
    { boardId, columnId }: BoardColumn,
    { labelIds, to }: { labelIds: readonly string[]; to: string },
    limit: number,
  ): Promise<number> {
    const { organizationId } = context;
    const values = [organizationId, boardId, columnId, labelIds, limit];
    const [row] = await this.database.query<{ itemKeys: RecordKey[] }>(context, LOCK_LABELED, values);
    const { itemKeys } = row!;
    if (itemKeys.length === 0) return 0;
    const items = [organizationId, boardId, columnId, labelIds, to, itemKeys];
    await this.database.query(context, REPLACE_LABELS, items);
    await this.database.query(context, DROP_REPEATED, [
      organizationId,
      columnId,
      [...labelIds, to],
      itemKeys,
    ]);
    await this.database.query(context, REPLACE_INDEX, [organizationId, columnId, labelIds, to, itemKeys]);
    return itemKeys.length;
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
