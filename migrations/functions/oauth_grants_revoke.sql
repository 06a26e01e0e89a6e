-- A member who rejoins authorizes again. The foreign key deletes the grants of a removed membership.
create or replace function oauth_grants_revoke() returns trigger language plpgsql as $$
begin
  delete from oauth_grants where organization_id = new.organization_id and user_id = new.user_id;
  return null;
end $$;
