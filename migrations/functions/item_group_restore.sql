-- Restores the items of a group that were archived with it: those with its time. An item that was moved to Trash since then
-- stays there, and returns from there as a live one.
create or replace function item_group_restore(
  p_organization text, p_board text, p_group text, p_archived timestamptz, p_now timestamptz)
returns void language plpgsql as $$
declare
  group_list constant bigint := group_lane(p_organization, p_group);
  restored_items bigint[];
  lists bigint[];
  each_list bigint;
begin
  perform item_lanes_lock(array[group_list]);
  with restored as (
    update items
    set archived_at = null, updated_at = greatest(p_now, updated_at + interval '1 millisecond')
    where organization_id = p_organization and board_id = p_board and group_id = p_group and archived_at = p_archived
    returning key, list)
  select array_agg(key), array_agg(distinct list) into restored_items, lists from restored;
  perform item_values_sync(restored_items);
  for each_list in select distinct list from unnest(lists || group_list) list where list is not null order by 1
  loop
    perform item_lane_rebuild(each_list);
  end loop;
end $$;
