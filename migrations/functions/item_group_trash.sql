-- Moves all live and archived items of a group to Trash and returns the top-level items among them.
create or replace function item_group_trash(
  p_organization text, p_board text, p_group text, p_now timestamptz)
returns setof text language plpgsql as $$
declare
  group_list constant bigint := group_lane(p_organization, p_group);
  trashed_items bigint[];
  lists bigint[];
begin
  perform item_lanes_lock(array[group_list]);
  with trashed as (
    update items
    set trashed_at = p_now, updated_at = greatest(p_now, updated_at + interval '1 millisecond')
    where organization_id = p_organization and board_id = p_board and group_id = p_group and trashed_at is null
    returning key, list)
  select array_agg(key), array_agg(distinct list) into trashed_items, lists from trashed;
  perform item_values_sync(trashed_items);
  delete from item_runs where lane = any (lists || group_list);
  return query select id from items where key = any (trashed_items) and parent_id is null;
end $$;
