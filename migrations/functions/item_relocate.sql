-- Moves one item to a group of another board and replaces its values with those converted for that board; moves a sub-item
-- in any state after its parent. The caller must have locked both boards' structures and the lists (item_lists_lock).
create or replace function item_relocate(
  p_organization text, p_item text, p_board text, p_group text, p_position bigint, p_values jsonb,
  p_columns bigint[], p_ordinals smallint[], p_number_keys double precision[], p_text_keys text[], p_refs text[],
  p_now timestamptz)
returns table (item_position bigint, item_lane bigint, item_rank text, needs_maintenance boolean) rows 1 language plpgsql as $$
declare
  old items;
  item items;
  target bigint;
  needs_rebalance boolean := false;
begin
  select * into old from items
  where organization_id = p_organization and id = p_item for no key update;
  target := group_lane(p_organization, p_group);
  -- Before the update, whose trigger adds the item to the orders of the new board.
  delete from item_values where item_key = old.key;
  update items
  set board_id = p_board, group_id = p_group, values = p_values,
    rank = case
      when old.parent_id is not null then rank
      else item_rank_before(target, item_rank_at(target, p_position)) end,
    updated_at = greatest(p_now, updated_at + interval '1 millisecond')
  where key = old.key
  returning * into item;
  if old.parent_id is null then
    perform item_count_add(old.lane, old.rank, -1);
    needs_rebalance := item_count_add(item.lane, item.rank, 1);
  end if;
  insert into item_values (column_key, item_key, lane, number_key, ordinal, rank, text_key, ref)
  select entry.column_key, item.key, item.lane, entry.number_key, entry.ordinal, item.rank, entry.text_key, entry.ref
  from unnest(p_columns, p_ordinals, p_number_keys, p_text_keys, p_refs)
    as entry (column_key, ordinal, number_key, text_key, ref);
  return query select item_position(item.lane, item.rank), item.lane, item.rank::text, needs_rebalance;
end $$;
