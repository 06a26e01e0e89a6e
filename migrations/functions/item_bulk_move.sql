-- Moves live top-level items into a group, where they stand in the order given from p_position on, counted without
-- all of them; null, or beyond the end, means the end. Returns nothing when they stand so already, else a row for
-- each; one that kept its group and its position has not changed.
create or replace function item_bulk_move(
  p_organization text, p_items text[], p_group text, p_position bigint, p_now timestamptz)
returns table (moved_id text, moved_position bigint, moved_rank text, previous_group text, has_changed boolean,
  wants_upkeep boolean)
language plpgsql as $$
declare
  old_groups text[];
  old_lanes text[];
  old_ranks numeric[];
  -- Positions in the group, null for those that come from elsewhere.
  old_positions bigint[];
  new_positions bigint[];
  new_ranks numeric[];
  others bigint;
  first_position bigint;
  place bigint;
  standing bigint;
  above numeric;
  grown numeric;
begin
  select array_agg(item.group_id order by named.at), array_agg(item.lane order by named.at),
    array_agg(item.rank order by named.at),
    array_agg(case when item.lane = p_group then item_position(p_organization, p_group, item.rank) end
      order by named.at)
  into old_groups, old_lanes, old_ranks, old_positions
  from unnest(p_items) with ordinality as named (id, at)
  join items item on item.organization_id = p_organization and item.id = named.id;
  others := item_lane_length(p_organization, p_group) - cardinality(array_remove(old_positions, null));
  first_position := least(coalesce(p_position, others), others);
  new_positions := array(select first_position + at from generate_series(0, cardinality(p_items) - 1) at);
  if new_positions = old_positions then
    return;
  end if;
  if first_position < others then
    -- The position among the others, counted with those that move.
    place := first_position;
    for standing in select each.position from unnest(old_positions) as each (position)
      where each.position is not null order by 1
    loop
      exit when standing > place;
      place := place + 1;
    end loop;
    above := item_rank_at(p_organization, p_group, place);
  end if;
  new_ranks := item_ranks_before(p_organization, p_group, above, cardinality(p_items));
  update items
  set group_id = p_group, rank = placed.rank,
    updated_at = case when placed.old_position = placed.new_position then items.updated_at
      else greatest(p_now, items.updated_at + interval '1 millisecond') end
  from unnest(p_items, new_ranks, old_positions, new_positions) as placed (id, rank, old_position, new_position)
  where items.organization_id = p_organization and items.id = placed.id;
  update items set group_id = p_group
  where organization_id = p_organization and parent_id = any (p_items) and group_id <> p_group;
  update item_values set lane = item.lane, rank = item.rank
  from items item
  where item.organization_id = p_organization and item.id = any (p_items)
    and item_values.organization_id = p_organization and item_values.item_id = item.id;
  perform item_counts_add(p_organization, old.lane, array_agg(old.rank), -1)
  from unnest(old_lanes, old_ranks) as old (lane, rank) group by old.lane;
  grown := item_counts_add(p_organization, p_group, new_ranks, 1);
  return query
    select placed.id, placed.new_position, placed.rank::text, placed.old_group,
      placed.old_position is distinct from placed.new_position,
      coalesce(placed.rank = grown, false)
    from unnest(p_items, new_ranks, old_groups, old_positions, new_positions)
      as placed (id, rank, old_group, old_position, new_position);
end $$;
