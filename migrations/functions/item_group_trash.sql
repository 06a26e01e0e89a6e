-- Moves all live and archived items of a group to Trash and returns the top-level items among them.
create or replace function item_group_trash(
  p_organization text, p_board text, p_group text, p_now timestamptz)
returns setof text language plpgsql as $$
declare
  trashed_items text[];
  parents text[];
begin
  perform item_lanes_lock(array[p_group]);
  with trashed as (
    update items
    set trashed_at = p_now, updated_at = greatest(p_now, updated_at + interval '1 millisecond')
    where organization_id = p_organization and board_id = p_board and group_id = p_group and trashed_at is null
    returning id, parent_id)
  select array_agg(id), array_agg(distinct parent_id) into trashed_items, parents from trashed;
  perform item_values_sync(p_organization, trashed_items);
  delete from item_runs
  where organization_id = p_organization and lane = any (parents || p_group);
  return query
    select id from items
    where organization_id = p_organization and id = any (trashed_items) and parent_id is null;
end $$;
