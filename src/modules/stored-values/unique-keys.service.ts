import { Injectable } from '@nestjs/common';
import type { StoredValue } from '../../column-types/column-type';
import type { BoardId, ColumnId, ItemId } from '../../kernel/ids';
import type { RecordKey } from '../../kernel/record-key';
import { Database } from '../../platform/database/database';
import type { TenantContext } from '../../platform/database/tenant.repository';
import type { InTransaction } from '../../platform/database/transaction';
import {
  ADD,
  HAS_ITEM_AFTER,
  HOLDERS,
  LOCK_ITEMS,
  LOCK_NEXT,
  REMOVE_ALL,
  REMOVE_NEXT,
  REMOVE_TRASHED,
} from './unique-keys.statements';

type Tx = InTransaction<TenantContext>;

/** A column, with what its items and its index rows are found by. */
export interface KeyColumn {
  boardId: BoardId;
  id: ColumnId;
  key: RecordKey;
}

/** The next items of a board in the order of their ids. */
export interface NextPart {
  after: string;
  limit: number;
}

/** The value of a locked item. */
export interface LockedCell {
  id: ItemId;
  value: StoredValue | null;
  isTrashed: boolean;
}

/** The key of the value of an item. */
export interface ItemRef {
  id: ItemId;
  ref: string;
}

/**
 * The rows of ordinal -1 in item_values, on many items of a board: the keys of columns whose values are unique (decision 0137).
 * Writers of single items add and remove the rows with those of their values.
 */
@Injectable()
export class UniqueKeysService {
  constructor(private readonly database: Database) {}

  lockNext(tx: Tx, { boardId, id }: KeyColumn, { after, limit }: NextPart): Promise<LockedCell[]> {
    return this.database.query<LockedCell>(tx, LOCK_NEXT, [tx.organizationId, boardId, id, after, limit]);
  }

  /** Without items that have left the board. */
  lockItems(tx: Tx, { boardId, id }: KeyColumn, ids: readonly ItemId[]): Promise<LockedCell[]> {
    return this.database.query<LockedCell>(tx, LOCK_ITEMS, [tx.organizationId, boardId, id, ids]);
  }

  /** The items that have these keys and are not in Trash, by key. */
  async holders(tx: Tx, { key }: KeyColumn, refs: readonly string[]): Promise<Map<string, ItemId>> {
    const rows = await this.database.query<ItemRef>(tx, HOLDERS, [tx.organizationId, key, refs]);
    return new Map(rows.map(({ ref, id }) => [ref, id]));
  }

  /** Adds the keys of locked items. Fails if another item has one, and is not in Trash either. */
  async add(tx: Tx, { key }: KeyColumn, items: readonly ItemRef[]): Promise<void> {
    if (items.length === 0) return;
    const ids = items.map(({ id }) => id);
    const refs = items.map(({ ref }) => ref);
    await this.database.query(tx, ADD, [tx.organizationId, key, ids, refs]);
  }

  /** Removes the keys of the next items; returns how many items there were, and the last of them. */
  async removeNext(
    tx: Tx,
    { boardId, key }: KeyColumn,
    { after, limit }: NextPart,
  ): Promise<{ count: number; last: ItemId | null }> {
    const values = [tx.organizationId, boardId, key, after, limit];
    const [row] = await this.database.query<{ count: number; last: ItemId | null }>(tx, REMOVE_NEXT, values);
    return row!;
  }

  async removeAll(tx: Tx, { boardId, key }: KeyColumn): Promise<void> {
    await this.database.query(tx, REMOVE_ALL, [tx.organizationId, boardId, key]);
  }

  /** Removes the keys of items in Trash: the others differ from each other, and conflict with nothing when they move. */
  async removeTrashed(tx: Tx, { boardId, key }: KeyColumn): Promise<void> {
    await this.database.query(tx, REMOVE_TRASHED, [tx.organizationId, boardId, key]);
  }

  /** Whether the board has more than `count` items after one, also in Trash. */
  async hasMoreThan(
    tx: Tx,
    boardId: BoardId,
    { after, count }: { after: string; count: number },
  ): Promise<boolean> {
    const values = [tx.organizationId, boardId, after, count];
    const [row] = await this.database.query<{ hasItem: boolean }>(tx, HAS_ITEM_AFTER, values);
    return row!.hasItem;
  }
}
