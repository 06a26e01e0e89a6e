-- Moves live top-level items into a group, in the given order, starting at p_position; null, or a position beyond the end,
-- appends them. Positions do not count the moved items themselves. Returns no rows if the items are already in these
-- positions, otherwise one row per item; has_changed is false if its group and position are the same as before.
create or replace function item_bulk_move(
  p_organization text, p_items text[], p_group text, p_position bigint, p_now timestamptz)
returns table (moved_id text, moved_position bigint, moved_rank text, previous_group text, previous_rank text, has_changed boolean,
  needs_maintenance boolean)
language plpgsql as $$
declare
  target constant bigint := group_lane(p_organization, p_group);
  keys bigint[];
  old_groups text[];
  old_lanes bigint[];
  old_ranks numeric[];
  -- Positions in the target group; null for items of other groups.
  old_positions bigint[];
  new_positions bigint[];
  new_ranks numeric[];
  others bigint;
  first_position bigint;
  counted_position bigint;
  moved_from bigint;
  above numeric;
  maintenance_rank numeric;
begin
  select array_agg(item.key order by named.at), array_agg(item.group_id order by named.at),
    array_agg(item.lane order by named.at), array_agg(item.rank order by named.at),
    array_agg(case when item.lane = target then item_position(target, item.rank) end order by named.at)
  into keys, old_groups, old_lanes, old_ranks, old_positions
  from unnest(p_items) with ordinality as named (id, at)
  join items item on item.organization_id = p_organization and item.id = named.id;
  others := item_lane_length(target) - cardinality(array_remove(old_positions, null));
  first_position := least(coalesce(p_position, others), others);
  new_positions := array(select first_position + at from generate_series(0, cardinality(p_items) - 1) at);
  if new_positions = old_positions then
    return;
  end if;
  if first_position < others then
    -- Converts the position among the other items to the position among all items, including the moved ones.
    counted_position := first_position;
    for moved_from in select each.position from unnest(old_positions) as each (position)
      where each.position is not null order by 1
    loop
      exit when moved_from > counted_position;
      counted_position := counted_position + 1;
    end loop;
    above := item_rank_at(target, counted_position);
  end if;
  new_ranks := item_ranks_before(target, above, cardinality(p_items));
  update items
  set group_id = p_group, rank = placed.rank,
    updated_at = case when placed.old_position = placed.new_position then items.updated_at
      else greatest(p_now, items.updated_at + interval '1 millisecond') end
  from unnest(keys, new_ranks, old_positions, new_positions) as placed (key, rank, old_position, new_position)
  where items.key = placed.key;
  update items set group_id = p_group
  where organization_id = p_organization and parent_id = any (p_items) and group_id <> p_group;
  perform item_values_sync(keys);
  perform item_counts_add(old.lane, array_agg(old.rank), -1)
  from unnest(old_lanes, old_ranks) as old (lane, rank) group by old.lane;
  maintenance_rank := item_counts_add(target, new_ranks, 1);
  return query
    select placed.id, placed.new_position, placed.rank::text, placed.old_group, placed.old_rank::text,
      placed.old_position is distinct from placed.new_position,
      coalesce(placed.rank = maintenance_rank, false)
    from unnest(p_items, new_ranks, old_groups, old_ranks, old_positions, new_positions)
      as placed (id, rank, old_group, old_rank, old_position, new_position);
end $$;
