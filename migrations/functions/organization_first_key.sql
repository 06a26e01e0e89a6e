-- The lower bound of the keys of an organization's records; the upper bound is 2^40 above it. Null for an unknown
-- organization.
create or replace function organization_first_key(p_organization text) returns bigint language plpgsql stable as $$
begin
  return (select number << 40 from organizations where id = p_organization);
end $$;
