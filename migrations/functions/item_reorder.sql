-- Permutes the given items among their positions so that they are in the given order. Returns whether any item changed.
-- TR002 if an item is not in the lane.
create or replace function item_reorder(
  p_organization text, p_board text, p_version bigint, p_group text, p_items text[], p_now timestamptz)
returns boolean language plpgsql as $$
declare
  group_list bigint;
  ranks numeric[];
  reordered bigint[];
begin
  perform board_structure_lock(p_organization, p_board, p_version);
  group_list := group_lane(p_organization, p_group);
  perform item_lane_lock(group_list, true);
  select array_agg(rank order by rank) into ranks from (
    select rank from items
    where organization_id = p_organization and id = any (p_items) and lane = group_list
    order by id for no key update) named;
  if coalesce(cardinality(ranks), 0) <> cardinality(p_items) then
    raise exception 'not in the lane' using errcode = 'TR002';
  end if;
  with changed as (
    update items
    set rank = ranks[named.at], updated_at = greatest(p_now, items.updated_at + interval '1 millisecond')
    from unnest(p_items) with ordinality as named (id, at)
    where items.organization_id = p_organization and items.id = named.id and items.rank <> ranks[named.at]
    returning items.key)
  select array_agg(key) into reordered from changed;
  if reordered is null then
    return false;
  end if;
  perform item_values_sync(reordered);
  return true;
end $$;
