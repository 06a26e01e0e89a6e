import { statement } from '../../platform/database/statement';
import { columnKey } from './column-key';

// A board of a million items is read and sorted in some seconds; the default timeout is for calls on a few items.
export const ALLOW_LONG = statement('column-values.allow-long', `set local statement_timeout = '300s'`);

// Index rows take lane and rank from the rows that the update returns: it waits for a concurrent archive of an
// item.
export const NUMBER_ITEMS = statement(
  'column-values.number-items',
  `with numbered as (
     select item.id, $4::bigint - 1 + row_number() over (
       order by item.archived_at is not null, home.position, coalesce(parent.rank, item.rank),
         coalesce(parent.id, item.id), item.parent_id is not null, item.rank, item.id) as number
     from items item
     left join groups home on home.organization_id = $1 and home.id = item.group_id
     left join items parent on parent.organization_id = $1 and parent.id = item.parent_id
     where item.organization_id = $1 and item.board_id = $2 and item.trashed_at is null
   ), written as (
     update items set values = items.values || jsonb_build_object($3::text, numbered.number)
     from numbered
     where items.organization_id = $1 and items.id = numbered.id
     returning items.key, items.lane, items.rank, numbered.number
   ), indexed as (
     insert into item_values (column_key, item_key, lane, number_key, ordinal, rank)
     select ${columnKey('$1', '$3')}, key, lane, number, 0, rank from written
   )
   select count(*)::integer as count from written`,
);

// In the order of NUMBER_ITEMS. Items that got a number meanwhile, when they were restored from Trash, keep it.
export const PLAN_NUMBERS = statement(
  'column-values.plan-numbers',
  `insert into planned_numbers (organization_id, column_id, number, item_id)
   select $1, $3, $4::bigint - 1 + row_number() over (
     order by item.archived_at is not null, home.position, coalesce(parent.rank, item.rank),
       coalesce(parent.id, item.id), item.parent_id is not null, item.rank, item.id), item.id
   from items item
   left join groups home on home.organization_id = $1 and home.id = item.group_id
   left join items parent on parent.organization_id = $1 and parent.id = item.parent_id
   where item.organization_id = $1 and item.board_id = $2 and item.trashed_at is null and not item.values ? $3`,
);

export const TAKE_PLANNED = statement(
  'column-values.take-planned',
  `delete from planned_numbers where organization_id = $1 and column_id = $2 and number >= $3 and number < $3 + $4
   returning item_id as "itemId", number::float8 as number`,
);

// Items that moved to another board or to Trash meanwhile get no number here. Arrays instead of a join with the planned
// numbers, whose statistics are outdated.
export const WRITE_PLANNED = statement(
  'column-values.write-planned',
  `with batch as (
     select id from items where organization_id = $1 and board_id = $2 and id = any ($4::text[])
     order by id for no key update
   ), written as (
     update items set values = items.values || jsonb_build_object($3::text, planned.number)
     from unnest($4::text[], $5::bigint[]) as planned (id, number) join batch on batch.id = planned.id
     where items.organization_id = $1 and items.id = planned.id and items.board_id = $2 and items.trashed_at is null
       and not items.values ? $3
     returning items.key, items.lane, items.rank, planned.number
   )
   insert into item_values (column_key, item_key, lane, number_key, ordinal, rank)
   select ${columnKey('$1', '$3')}, key, lane, number, 0, rank from written`,
);

// Sub-items after their parents, like NUMBER_ITEMS.
export const WITHOUT_VALUE = statement(
  'column-values.without-value',
  `select id from items where organization_id = $1 and id = any ($3) and not values ? $2
   order by parent_id is not null, rank, id`,
);

export const NUMBER_IN_ORDER = statement(
  'column-values.number-in-order',
  `with written as (
     update items set values = items.values || jsonb_build_object($2::text, $4::bigint - 1 + numbered.place)
     from unnest($3::text[]) with ordinality as numbered (id, place)
     where items.organization_id = $1 and items.id = numbered.id
     returning items.key, items.lane, items.rank, $4::bigint - 1 + numbered.place as number
   )
   insert into item_values (column_key, item_key, lane, number_key, ordinal, rank)
   select ${columnKey('$1', '$2')}, key, lane, number, 0, rank from written`,
);

export const COUNT_ITEMS = statement(
  'column-values.count-items',
  `select count(*)::integer as count from items
   where organization_id = $1 and board_id = $2 and ($3 or trashed_at is null)`,
);

/** The next items by id, and the keys of those that have a value in one column and none in the other. */
export const LOCK_COPIED = statement(
  'column-values.lock-copied',
  `with batch as (
     select id, key, values ? $3 and not values ? $4 as is_copied from items
     where organization_id = $1 and board_id = $2 and id > $5
     order by id limit $6 for no key update)
   select max(id) as last, count(*)::integer as count,
     coalesce(array_agg(key::text) filter (where is_copied), '{}') as "itemKeys"
   from batch`,
);

export const COPY_VALUES = statement(
  'column-values.copy',
  `update items set values = items.values || jsonb_build_object($4::text, case
       when $5::jsonb = '{}' then items.values -> $3
       when jsonb_typeof(items.values -> $3) = 'array' then (
         select jsonb_agg(coalesce($5::jsonb -> label, to_jsonb(label)) order by place)
         from jsonb_array_elements_text(items.values -> $3) with ordinality as each (label, place))
       else coalesce($5::jsonb -> (items.values ->> $3), items.values -> $3) end)
   where items.organization_id = $1 and items.board_id = $2 and items.values ? $3 and items.key = any ($6::bigint[])`,
);

// The copy of a unique column is not unique: it gets no rows of ordinal -1.
export const COPY_INDEX = statement(
  'column-values.copy-index',
  `insert into item_values (column_key, item_key, lane, number_key, ordinal, rank, text_key, ref)
   select ${columnKey('$1', '$3')}, item_key, lane, number_key, ordinal, rank, coalesce($4::jsonb ->> text_key, text_key),
     coalesce($4::jsonb ->> ref, ref)
   from item_values
   where column_key = ${columnKey('$1', '$2')} and item_key = any ($5::bigint[]) and ordinal >= 0`,
);

// Like the type's own withoutTimers; the sort key, the seconds, stays.
export const END_TIMERS = statement(
  'column-values.end-timers',
  `update items set values = items.values || jsonb_build_object($3::text, items.values -> $3 || jsonb_build_object(
       'runningSince', null, 'entries', (
         select coalesce(jsonb_agg(entry order by place), '[]')
         from jsonb_array_elements(items.values -> $3 -> 'entries') with ordinality as each (entry, place)
         where entry ->> 'end' is not null)))
   where items.organization_id = $1 and items.board_id = $2 and items.key = any ($4::bigint[])
     and items.values -> $3 ->> 'runningSince' is not null`,
);

export const FIRST_IN_USE = statement(
  'column-values.first-in-use',
  `select label from unnest($3::text[]) with ordinality as removed (label, place)
   where exists (
     select from item_values where column_key = ${columnKey('$1', '$2')} and ref = removed.label)
   order by place limit 1`,
);

export const COUNT_LABELED = statement(
  'column-values.count-labeled',
  `select count(*)::integer as count from item_values
   where column_key = ${columnKey('$1', '$2')} and ref = any ($3::text[])`,
);

/** Keys of the next items that have one of the labels. */
export const LOCK_LABELED = statement(
  'column-values.lock-labeled',
  `with batch as (
     select key from items
     where organization_id = $1 and board_id = $2 and key in (
       select item_key from item_values
       where column_key = ${columnKey('$1', '$3')} and ref = any ($4::text[]) limit $5)
     order by id for no key update)
   select coalesce(array_agg(key::text), '{}') as "itemKeys" from batch`,
);

// Each label stays at its first position, like in the type's own replaceLabel.
export const REPLACE_LABELS = statement(
  'column-values.replace-labels',
  `update items set values = items.values || jsonb_build_object($3::text, case
       when jsonb_typeof(items.values -> $3) = 'array' then (
         select jsonb_agg(label order by place) from (
           select case when label = any ($4::text[]) then $5::text else label end as label, min(place) as place
           from jsonb_array_elements_text(items.values -> $3) with ordinality as each (label, place)
           group by 1) as kept)
       else to_jsonb($5::text) end)
   where items.organization_id = $1 and items.board_id = $2 and items.values ? $3 and items.key = any ($6::bigint[])`,
);

// An item with several of them would get one row too many. The first row stays: it can contain the sort key.
// Counted instead of "exists", which would become a join of all rows with all rows when the statistics are
// outdated.
export const DROP_REPEATED = statement(
  'column-values.drop-repeated',
  `delete from item_values later
   where column_key = ${columnKey('$1', '$2')} and item_key = any ($4::bigint[]) and ref = any ($3::text[]) and ordinal > 0
     and (select count(*) from item_values earlier
       where earlier.column_key = later.column_key and earlier.item_key = later.item_key
         and earlier.ordinal < later.ordinal and earlier.ref = any ($3::text[])) > 0`,
);

export const REPLACE_INDEX = statement(
  'column-values.replace-index',
  `update item_values set ref = $4, text_key = case when text_key is null then null else $4 end
   where column_key = ${columnKey('$1', '$2')} and item_key = any ($5::bigint[]) and ref = any ($3::text[])`,
);

/** Items that are locked at a time while a column is cleared. */
const CLEAR_BATCH = 500;

// Also the entries of the order of its empty cells (item-orders.repository.ts).
export const CLEAR = statement(
  'column-values.clear',
  `with batch as (
     select id, key from items where organization_id = $1 and board_id = $2 and id > $4
     order by id limit ${CLEAR_BATCH} for no key update
   ), cleared as (
     update items set values = items.values - $3::text from batch
     where items.organization_id = $1 and items.id = batch.id and items.values ? $3
   ), dropped as (
     delete from item_values using batch
     where item_values.column_key in ($5, $5::bigint | (1::bigint << 39)) and item_values.item_key = batch.key
   )
   select max(id) as last from batch`,
);
