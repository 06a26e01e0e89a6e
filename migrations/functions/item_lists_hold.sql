-- Locks items, their lists, their lists of sub-items and their target list until the transaction ends: lists before
-- rows, the order in which every write takes them. An item that changed lists during the wait for its list is looked
-- up again.
create or replace function item_lists_hold(p_organization text, p_items text[], p_group text)
returns void language plpgsql as $$
declare
  wanted text[];
  held text[] := '{}';
begin
  loop
    select array_agg(lists.list) into wanted from (
      select unnest(p_items || p_group) as list
      union
      select coalesce(parent_id, group_id) from items
      where organization_id = p_organization and id = any (p_items)) lists
    where lists.list is not null and lists.list <> all (held);
    exit when wanted is null;
    perform item_lanes_lock(wanted);
    held := held || wanted;
  end loop;
  perform from items where organization_id = p_organization and id = any (p_items)
  order by id for no key update;
end $$;
