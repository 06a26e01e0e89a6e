import { statement } from '../../platform/database/statement';

export const ADD = statement(
  'value-index.add',
  `insert into item_values (organization_id, column_id, item_id, ordinal, lane, rank, number_key, text_key, ref)
   select $1, entry.column_id, entry.item_id, entry.ordinal, items.lane, items.rank, entry.number_key, entry.text_key,
     entry.ref
   from unnest($2::text[], $3::text[], $4::smallint[], $5::float8[], $6::text[], $7::text[])
     as entry (column_id, item_id, ordinal, number_key, text_key, ref)
   join items on items.organization_id = $1 and items.id = entry.item_id`,
);

export const PUT = statement(
  'value-index.put',
  `insert into item_values (organization_id, column_id, item_id, ordinal, lane, rank, number_key, text_key)
   select $1, entry.column_id, entry.item_id, 0, items.lane, items.rank, entry.number_key, entry.text_key
   from unnest($2::text[], $3::text[], $4::float8[], $5::text[]) as entry (column_id, item_id, number_key, text_key)
   join items on items.organization_id = $1 and items.id = entry.item_id
   on conflict (organization_id, item_id, column_id, ordinal)
   do update set number_key = excluded.number_key, text_key = excluded.text_key`,
);

export const REMOVE_CELLS = statement(
  'value-index.remove-cells',
  `delete from item_values using unnest($2::text[], $3::text[]) as changed (column_id, item_id)
   where item_values.organization_id = $1 and item_values.item_id = changed.item_id
     and item_values.column_id = changed.column_id`,
);

export const REMOVE_ITEMS = statement(
  'value-index.remove-items',
  `delete from item_values where organization_id = $1 and item_id = any ($2)`,
);

const RENAME_BATCH = 500;

// Uses the index of references. Rows that already have the key are not written, so that a repetition
// terminates.
export const RENAME_PERSON = statement(
  'value-index.rename-person',
  `update item_values set text_key = $3
   where organization_id = $1 and ref = $2 and (column_id, item_id) in (
     select column_id, item_id from item_values
     where organization_id = $1 and ref = $2 and ordinal = 0 and text_key is distinct from $3
     order by column_id, item_id limit ${RENAME_BATCH} for no key update)
     and ordinal = 0
   returning 1`,
);
