import { statement } from '../../platform/database/statement';
import { isKeyOf } from '../../platform/database/is-key-of';

// Item by item: a join that was planned for an empty table would read all items of the organization (decision 0154).
const ITEM = `cross join lateral (select * from items where organization_id = $1 and id = entry.item_id limit 1) as items`;

export const ADD = statement(
  'value-index.add',
  `insert into item_values (column_key, item_key, lane, number_key, ordinal, rank, text_key, ref)
   select entry.column_key, items.key, items.lane, entry.number_key, entry.ordinal, items.rank, entry.text_key, entry.ref
   from unnest($2::bigint[], $3::text[], $4::smallint[], $5::float8[], $6::text[], $7::text[])
     as entry (column_key, item_id, ordinal, number_key, text_key, ref)
   ${ITEM}`,
);

export const PUT = statement(
  'value-index.put',
  `insert into item_values (column_key, item_key, lane, number_key, ordinal, rank, text_key)
   select entry.column_key, items.key, items.lane, entry.number_key, 0, items.rank, entry.text_key
   from unnest($2::bigint[], $3::text[], $4::float8[], $5::text[]) as entry (column_key, item_id, number_key, text_key)
   ${ITEM}
   on conflict (item_key, column_key, ordinal)
   do update set number_key = excluded.number_key, text_key = excluded.text_key`,
);

export const REMOVE_CELLS = statement(
  'value-index.remove-cells',
  `delete from item_values using unnest($2::text[], $3::text[]) as entry (column_id, item_id)
   cross join lateral (select key from columns where organization_id = $1 and id = entry.column_id limit 1) as columns
   ${ITEM}
   where item_values.item_key = items.key and item_values.column_key = columns.key`,
);

export const REMOVE_ITEMS = statement(
  'value-index.remove-items',
  `delete from item_values
   where item_key in (select key from items where organization_id = $1 and id = any ($2))`,
);

const RENAME_BATCH = 500;

// Uses the index of references. Rows that already have the key are not written, so that a repetition
// terminates.
export const RENAME_PERSON = statement(
  'value-index.rename-person',
  `update item_values set text_key = $3
   where (item_key, column_key, ordinal) in (
     select item_key, column_key, ordinal from item_values
     where ${isKeyOf('column_key', '$1')} and ref = $2 and ordinal = 0 and text_key is distinct from $3
     order by column_key, item_key limit ${RENAME_BATCH} for no key update)
   returning 1`,
);
