import { statement } from '../../platform/database/statement';

const CELL = `id, values -> $3 as value, trashed_at is not null as "isTrashed"`;

export const LOCK_NEXT = statement(
  'unique-keys.lock-next',
  `select ${CELL} from items
   where organization_id = $1 and board_id = $2 and id > $4 order by id limit $5 for no key update`,
);

export const LOCK_ITEMS = statement(
  'unique-keys.lock-items',
  `select ${CELL} from items
   where organization_id = $1 and board_id = $2 and id = any ($4::text[]) order by id for no key update`,
);

// At most one item has a key: the partial unique index covers the rows of items that are not in Trash.
export const HOLDERS = statement(
  'unique-keys.holders',
  `select entry.ref, items.id from item_values entry
   join items on items.organization_id = $1 and items.key = entry.item_key
   where entry.column_key = $2 and entry.ref = any ($3::text[]) and entry.ordinal = -1 and entry.lane is not null`,
);

// An item that was written since the column keeps keys has its key already.
export const ADD = statement(
  'unique-keys.add',
  `insert into item_values (column_key, item_key, lane, ordinal, rank, ref)
   select $2, items.key, items.lane, -1, items.rank, entry.ref
   from unnest($3::text[], $4::text[]) as entry (item_id, ref)
   join items on items.organization_id = $1 and items.id = entry.item_id
   on conflict (item_key, column_key, ordinal) do nothing`,
);

export const REMOVE_NEXT = statement(
  'unique-keys.remove-next',
  `with batch as (
     select id, key from items where organization_id = $1 and board_id = $2 and id > $4
     order by id limit $5 for no key update
   ), removed as (
     delete from item_values using batch
     where item_values.item_key = batch.key and item_values.column_key = $3 and item_values.ordinal = -1
   )
   select max(id) as last, count(*)::integer as count from batch`,
);

export const REMOVE_ALL = statement(
  'unique-keys.remove-all',
  `delete from item_values using items
   where items.organization_id = $1 and items.board_id = $2 and item_values.item_key = items.key
     and item_values.column_key = $3 and item_values.ordinal = -1`,
);

export const REMOVE_TRASHED = statement(
  'unique-keys.remove-trashed',
  `delete from item_values using items
   where items.organization_id = $1 and items.board_id = $2 and items.trashed_at is not null
     and item_values.item_key = items.key and item_values.column_key = $3 and item_values.ordinal = -1`,
);

export const HAS_ITEM_AFTER = statement(
  'unique-keys.has-item-after',
  `select exists (
     select from items where organization_id = $1 and board_id = $2 and id > $3 order by id offset $4 limit 1) as "hasItem"`,
);
