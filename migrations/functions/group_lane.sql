-- The key of a group, which is the lane of the live top-level items in the group. A group that the organization does not
-- have is rejected like a violated foreign key.
create or replace function group_lane(p_organization text, p_group text) returns bigint language plpgsql stable as $$
declare
  lane bigint;
begin
  select key into lane from groups where organization_id = p_organization and id = p_group;
  if not found then
    raise exception 'group % does not exist', p_group using errcode = 'foreign_key_violation';
  end if;
  return lane;
end $$;
