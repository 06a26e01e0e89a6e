-- Adds the index rows of several items with the lanes and ranks of the items.
create or replace function item_values_add(
  p_organization text, p_items text[], p_columns text[], p_ordinals smallint[],
  p_number_keys double precision[], p_text_keys text[], p_refs text[])
returns void language plpgsql as $$
begin
  insert into item_values (organization_id, column_id, item_id, ordinal, lane, rank, number_key, text_key, ref)
  select p_organization, entry.column_id, item.id, entry.ordinal, item.lane, item.rank, entry.number_key,
    entry.text_key, entry.ref
  from unnest(p_items, p_columns, p_ordinals, p_number_keys, p_text_keys, p_refs)
    as entry (item_id, column_id, ordinal, number_key, text_key, ref)
  join items item on item.organization_id = p_organization and item.id = entry.item_id;
end $$;
