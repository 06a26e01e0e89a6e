-- Archives all live items of a group.
create or replace function item_group_archive(
  p_organization text, p_board text, p_group text, p_archived timestamptz, p_now timestamptz)
returns void language plpgsql as $$
declare
  group_list constant bigint := group_lane(p_organization, p_group);
  archived_items bigint[];
  lists bigint[];
begin
  perform item_lanes_lock(array[group_list]);
  with archived as (
    update items
    set archived_at = p_archived, updated_at = greatest(p_now, updated_at + interval '1 millisecond')
    where organization_id = p_organization and board_id = p_board and group_id = p_group
      and trashed_at is null and archived_at is null
    returning key, list)
  select array_agg(key), array_agg(distinct list) into archived_items, lists from archived;
  perform item_values_sync(archived_items);
  delete from item_runs where lane = any (lists || group_list);
end $$;
