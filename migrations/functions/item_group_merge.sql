-- Moves all items of a group to the end of another group on the same board, in order; archived items and items in
-- Trash change their group too.
create or replace function item_group_merge(
  p_organization text, p_board text, p_from text, p_to text, p_now timestamptz)
returns void language plpgsql as $$
declare
  from_lane constant bigint := group_lane(p_organization, p_from);
  to_lane constant bigint := group_lane(p_organization, p_to);
  moved_items bigint[];
begin
  perform item_lanes_lock(array[from_lane, to_lane]);
  -- Materialized: a plan that scans it for each item would assign other ranks each time, in the order of the scan.
  with ranked as materialized (
    select key, nextval('item_ranks') as rank from (
      select key from items
      where organization_id = p_organization and board_id = p_board and group_id = p_from
        and parent_id is null
      order by rank, key) in_order),
  moved as (
    update items
    set group_id = p_to, rank = ranked.rank,
      updated_at = greatest(p_now, items.updated_at + interval '1 millisecond')
    from ranked
    where items.key = ranked.key
    returning items.key)
  select array_agg(key) into moved_items from moved;
  update items set group_id = p_to
  where organization_id = p_organization and board_id = p_board and group_id = p_from;
  perform item_values_sync(moved_items);
  delete from item_runs where lane = from_lane;
  perform item_lane_rebuild(to_lane);
end $$;
