-- Moves one item to a group of another board and replaces its values with those converted for that board; moves a sub-item
-- in any state after its parent. The caller must have locked both boards' structures and the lists (item_lists_lock).
create or replace function item_relocate(
  p_organization text, p_item text, p_board text, p_group text, p_position bigint, p_values jsonb,
  p_columns text[], p_ordinals smallint[], p_number_keys double precision[], p_text_keys text[], p_refs text[],
  p_now timestamptz)
returns table (item_position bigint, item_rank text, needs_maintenance boolean) rows 1 language plpgsql as $$
declare
  old items;
  item items;
  needs_rebalance boolean := false;
begin
  select * into old from items
  where organization_id = p_organization and id = p_item for no key update;
  update items
  set board_id = p_board, group_id = p_group, values = p_values,
    rank = case
      when old.parent_id is not null then rank
      else item_rank_before(p_organization, p_group, item_rank_at(p_organization, p_group, p_position)) end,
    updated_at = greatest(p_now, updated_at + interval '1 millisecond')
  where organization_id = p_organization and id = p_item
  returning * into item;
  if old.parent_id is null then
    perform item_count_add(p_organization, old.lane, old.rank, -1);
    needs_rebalance := item_count_add(p_organization, item.lane, item.rank, 1);
  end if;
  delete from item_values where organization_id = p_organization and item_id = p_item;
  insert into item_values
  select p_organization, entry.column_id, p_item, entry.ordinal, item.lane, item.rank, entry.number_key,
    entry.text_key, entry.ref
  from unnest(p_columns, p_ordinals, p_number_keys, p_text_keys, p_refs)
    as entry (column_id, ordinal, number_key, text_key, ref);
  return query select item_position(p_organization, item.lane, item.rank), item.rank::text, needs_rebalance;
end $$;
