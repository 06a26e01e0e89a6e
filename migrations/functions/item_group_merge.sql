-- Moves all items of a group to the end of another group on the same board, in order; archived items and items in
-- Trash change their group too.
create or replace function item_group_merge(
  p_organization text, p_board text, p_from text, p_to text, p_now timestamptz)
returns void language plpgsql as $$
declare
  moved_items text[];
begin
  perform item_lanes_lock(array[p_from, p_to]);
  -- Materialized: a plan that scans it for each item would assign other ranks each time, in the order of the scan.
  with ranked as materialized (
    select id, nextval('item_ranks') as rank from (
      select id from items
      where organization_id = p_organization and board_id = p_board and group_id = p_from
        and parent_id is null
      order by rank, id) in_order),
  moved as (
    update items
    set group_id = p_to, rank = ranked.rank,
      updated_at = greatest(p_now, items.updated_at + interval '1 millisecond')
    from ranked
    where items.organization_id = p_organization and items.id = ranked.id
    returning items.id)
  select array_agg(id) into moved_items from moved;
  update items set group_id = p_to
  where organization_id = p_organization and board_id = p_board and group_id = p_from;
  perform item_values_sync(p_organization, moved_items);
  delete from item_runs where organization_id = p_organization and lane = p_from;
  perform item_lane_rebuild(p_organization, p_to);
end $$;
