create or replace function scim_groups_step() returns trigger language plpgsql as $$
begin
  update scim_groups set updated_at = greatest(now(), updated_at + interval '1 millisecond')
  from (select distinct organization_id, group_id from gone) left_by
  where scim_groups.organization_id = left_by.organization_id and scim_groups.id = left_by.group_id;
  return null;
end $$;
