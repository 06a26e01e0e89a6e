-- Adds the index rows of several items with the lanes and ranks of the items. Item by item: a join that was planned for an empty table
-- would read all items of the organization.
create or replace function item_values_add(
  p_organization text, p_items text[], p_columns bigint[], p_ordinals smallint[],
  p_number_keys double precision[], p_text_keys text[], p_refs text[])
returns void language plpgsql as $$
begin
  insert into item_values (column_key, item_key, lane, number_key, ordinal, rank, text_key, ref)
  select entry.column_key, item.key, item.lane, entry.number_key, entry.ordinal, item.rank, entry.text_key, entry.ref
  from unnest(p_items, p_columns, p_ordinals, p_number_keys, p_text_keys, p_refs)
    as entry (item_id, column_key, ordinal, number_key, text_key, ref)
  cross join lateral (
    select key, lane, rank from items where organization_id = p_organization and id = entry.item_id limit 1) as item;
end $$;
