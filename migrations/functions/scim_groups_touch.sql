-- Updates the version of every group that lost members.
create or replace function scim_groups_touch() returns trigger language plpgsql as $$
begin
  update scim_groups set updated_at = greatest(now(), updated_at + interval '1 millisecond')
  from (select distinct organization_id, group_id from removed) changed
  where scim_groups.organization_id = changed.organization_id and scim_groups.id = changed.group_id;
  return null;
end $$;
