-- Locks items, their lists, their lists of sub-items and the target list until the transaction ends. Lists are locked before
-- rows, as in every write. If an item moved to another list during the wait, that list is locked too.
create or replace function item_lists_lock(p_organization text, p_items text[], p_group text)
returns void language plpgsql as $$
declare
  target constant bigint := case when p_group is not null then group_lane(p_organization, p_group) end;
  wanted bigint[];
  locked bigint[] := '{}';
begin
  loop
    select array_agg(lists.list) into wanted from (
      select target as list
      union
      select unnest(array[key, list]) from items
      where organization_id = p_organization and id = any (p_items)) lists
    where lists.list is not null and lists.list <> all (locked);
    exit when wanted is null;
    perform item_lanes_lock(wanted);
    locked := locked || wanted;
  end loop;
  perform from items where organization_id = p_organization and id = any (p_items)
  order by id for no key update;
end $$;
