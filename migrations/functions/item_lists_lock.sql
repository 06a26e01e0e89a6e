-- Locks items, their lists, their lists of sub-items and the target list until the transaction ends. Lists are locked before
-- rows, as in every write. If an item moved to another list during the wait, that list is locked too.
create or replace function item_lists_lock(p_organization text, p_items text[], p_group text)
returns void language plpgsql as $$
declare
  wanted text[];
  locked text[] := '{}';
begin
  loop
    select array_agg(lists.list) into wanted from (
      select unnest(p_items || p_group) as list
      union
      select coalesce(parent_id, group_id) from items
      where organization_id = p_organization and id = any (p_items)) lists
    where lists.list is not null and lists.list <> all (locked);
    exit when wanted is null;
    perform item_lanes_lock(wanted);
    locked := locked || wanted;
  end loop;
  perform from items where organization_id = p_organization and id = any (p_items)
  order by id for no key update;
end $$;
