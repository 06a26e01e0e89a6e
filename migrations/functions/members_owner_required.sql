-- members_owner_idx allows at most one owner; this trigger requires one at every commit.
create or replace function members_owner_required() returns trigger language plpgsql as $$
begin
  if exists (select from organizations where id = old.organization_id and deleted_at is null)
    and not exists (select from members where organization_id = old.organization_id and role = 'owner')
  then
    raise exception 'organization % would be without an owner', old.organization_id;
  end if;
  return null;
end $$;
