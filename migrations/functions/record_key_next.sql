-- The next key for a record of an organization: the number of the organization, then 40 bits of a sequence. Keys of two
-- organizations never have the same upper bits, which the checks of items and item_values compare (decision 0101).
create or replace function record_key_next(p_organization text) returns bigint language plpgsql as $$
begin
  return organization_first_key(p_organization) + nextval('record_keys');
end $$;
