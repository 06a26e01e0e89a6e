import { Injectable } from '@nestjs/common';
import { UNIQUE_ORDINAL } from '../../../column-types/kinds/unique-kind';
import type { GroupId, ItemId } from '../../../kernel/ids';
import type { RecordKey } from '../../../kernel/record-key';
import { Database } from '../../../platform/database/database';
import { violatedConstraint } from '../../../platform/database/database-errors';
import { statement } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';
import type { BoardFacts, ColumnFacts } from '../../hierarchy';
import type { IndexRows } from '../../stored-values';
import { type TakenValue, ValueBeingWritten, ValueNotUnique } from '../columns.errors';
import { isUnique } from './unique-column';
import { pathOf, type ValuePath } from './value-path';

// At most one item has a key: the partial unique index covers the rows of items that are not in Trash. Key by key: a join that was
// planned for empty tables would read all items of the organization (decision 0154).
export const HOLDERS = statement(
  'unique-values.holders',
  `select entry.column_key::text as "columnKey", entry.ref, items.id
   from unnest($2::bigint[], $3::text[]) as wanted (column_key, ref)
   cross join lateral (
     select * from item_values
     where column_key = wanted.column_key and ref = wanted.ref and ordinal = -1 and lane is not null limit 1) as entry
   cross join lateral (select * from items where key = entry.item_key limit 1) as items
   where items.organization_id = $1 and items.id <> all ($4::text[])`,
);

// In the order of the items' ids, in which every write of several items locks them.
const LOCK_HOLDERS = statement(
  'unique-values.lock-holders',
  `select entry.ref, items.id, items.group_id as "groupId", items.parent_id is not null as "isSubItem",
     items.archived_at is not null as "isArchived", items.updated_at as "updatedAt"
   from items join item_values entry on entry.item_key = items.key
   where items.organization_id = $1 and entry.column_key = $2 and entry.ref = any ($3::text[]) and entry.ordinal = -1
     and entry.lane is not null
   order by items.id for no key update`,
);

const RESTORED = statement(
  'unique-values.restored',
  `select own.column_key::text as "columnKey", holder.id
   from items item
   join item_values own on own.item_key = item.key and own.ordinal = -1
   join item_values other on other.column_key = own.column_key and other.ref = own.ref and other.ordinal = -1
     and other.lane is not null and other.item_key <> own.item_key
   join items holder on holder.organization_id = $1 and holder.key = other.item_key
   where item.organization_id = $1 and item.id = any ($2)
   limit 20`,
);

const TRASHED_KEYS = statement(
  'unique-values.trashed-keys',
  `select item.id, own.column_key::text as "columnKey", own.ref,
     exists (
       select from item_values other
       where other.column_key = own.column_key and other.ref = own.ref and other.ordinal = -1
         and other.lane is not null and other.item_key <> own.item_key) as "isTaken"
   from items item
   join item_values own on own.item_key = item.key and own.ordinal = -1
   where item.organization_id = $1 and item.id = any ($2)`,
);

/** The unique index of item_values. */
const UNIQUE_INDEX = 'item_values_unique_idx';

/** An item as it is about to be written. */
export interface WrittenItem {
  id: ItemId;
  entries: IndexRows;
  /** Where the input contains the values. */
  path?: ValuePath | undefined;
}

/** The item with a key, locked. */
export interface KeyedItem {
  /** The key in the form of `uniqueKey`. */
  ref: string;
  id: ItemId;
  groupId: GroupId;
  isSubItem: boolean;
  isArchived: boolean;
  updatedAt: string;
}

/**
 * For every statement that writes index rows. A value that a parallel transaction took between `assertFree` and the write makes
 * the work repeat, which then finds the other item.
 */
export async function retriedIfTaken<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    throw violatedConstraint(error) === UNIQUE_INDEX ? new ValueBeingWritten(error) : error;
  }
}

/**
 * Values of unique columns (decision 0137). The index of the database rejects repeated ones; this service finds them before, to
 * name the item that has the value. It reads nothing for items without values of unique columns.
 */
@Injectable()
export class UniqueValuesService {
  constructor(private readonly database: Database) {}

  /** CONFLICT when another item of the board, or of the call, has one of the values. */
  async assertFree(context: TenantContext, board: BoardFacts, items: readonly WrittenItem[]): Promise<void> {
    const wanted = items.flatMap((item) => keysOf(item));
    if (wanted.length === 0) return;
    const holders = await this.holders(context, wanted, items);
    const taken: TakenValue[] = [];
    for (const { columnKey, ref, item } of wanted) {
      const place = `${columnKey}${ref}`;
      const holder = holders.get(place);
      if (holder !== undefined) {
        const column = board.columns.find(({ key }) => key === columnKey)!;
        const path = pathOf(item.path ?? 'values', column.id);
        taken.push({ column: column.name, path, holder });
      } else holders.set(place, null);
    }
    if (taken.length > 0) throw new ValueNotUnique(taken);
  }

  /** CONFLICT when an item that is not in Trash has a value of one of these items, which are. */
  async assertRestorable(
    context: TenantContext,
    board: BoardFacts,
    itemIds: readonly ItemId[],
  ): Promise<void> {
    if (!board.columns.some(isUnique)) return;
    const values = [context.organizationId, itemIds];
    const found = await this.database.query<{ columnKey: RecordKey; id: ItemId }>(context, RESTORED, values);
    if (found.length === 0) return;
    throw new ValueNotUnique(
      found.map(({ columnKey, id: holder }) => {
        const { name } = board.columns.find(({ key }) => key === columnKey)!;
        return { column: name, path: 'id', holder };
      }),
    );
  }

  /**
   * Of families of items in Trash, those that cannot be restored together with the ones before them: an item that is not in
   * Trash, or of an earlier family, has a value of a unique column.
   */
  async notRestorable<Family extends readonly ItemId[]>(
    context: TenantContext,
    board: BoardFacts,
    families: readonly Family[],
  ): Promise<Set<Family>> {
    const rejected = new Set<Family>();
    if (!board.columns.some(isUnique)) return rejected;
    const values = [context.organizationId, families.flat()];
    const rows = await this.database.query<TrashedKey>(context, TRASHED_KEYS, values);
    const byItem = new Map<ItemId, TrashedKey[]>();
    for (const row of rows) byItem.set(row.id, [...(byItem.get(row.id) ?? []), row]);
    const given = new Set<string>();
    for (const family of families) {
      const keys = family.flatMap((id) => byItem.get(id) ?? []);
      const places = new Set(keys.map(({ columnKey, ref }) => `${columnKey}${ref}`));
      const isRepeated = places.size < keys.length || [...places].some((place) => given.has(place));
      if (isRepeated || keys.some(({ isTaken }) => isTaken)) rejected.add(family);
      else for (const place of places) given.add(place);
    }
    return rejected;
  }

  /** Locks the items with one of these keys until the transaction ends. */
  lockHolders(
    tx: InTransaction<TenantContext>,
    column: ColumnFacts,
    keys: readonly string[],
  ): Promise<KeyedItem[]> {
    return this.database.query<KeyedItem>(tx, LOCK_HOLDERS, [tx.organizationId, column.key, keys]);
  }

  /** The other item with each value, by column and key. */
  private async holders(
    context: TenantContext,
    wanted: readonly WantedKey[],
    items: readonly WrittenItem[],
  ): Promise<Map<string, ItemId | null>> {
    const rows = await this.database.query<{ columnKey: string; ref: string; id: ItemId }>(context, HOLDERS, [
      context.organizationId,
      wanted.map(({ columnKey }) => columnKey),
      wanted.map(({ ref }) => ref),
      items.map(({ id }) => id),
    ]);
    return new Map(rows.map(({ columnKey, ref, id }) => [`${columnKey}${ref}`, id]));
  }
}

interface TrashedKey {
  id: ItemId;
  columnKey: RecordKey;
  ref: string;
  isTaken: boolean;
}

interface WantedKey {
  columnKey: RecordKey;
  ref: string;
  item: WrittenItem;
}

function keysOf(item: WrittenItem): WantedKey[] {
  const { ordinals, columnKeys, refs } = item.entries;
  return ordinals.flatMap((ordinal, at) =>
    ordinal === UNIQUE_ORDINAL ? [{ columnKey: columnKeys[at]!, ref: refs[at]!, item }] : [],
  );
}
