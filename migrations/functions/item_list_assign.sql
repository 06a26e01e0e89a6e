-- Assigns the list of an item: the key of its parent, or of its group.
create or replace function item_list_assign() returns trigger language plpgsql as $$
begin
  if new.parent_id is null then
    new.list := group_lane(new.organization_id, new.group_id);
  else
    select key into new.list from items where organization_id = new.organization_id and id = new.parent_id;
  end if;
  return new;
end $$;
