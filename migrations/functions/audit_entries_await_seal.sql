-- Queues new audit entries for their place in the chain of their organization (decision 0138).
create or replace function audit_entries_await_seal() returns trigger language plpgsql as $$
begin
  insert into unsealed_audit_entries (organization_id, entry_id, at)
  select organization_id, id, at from added order by at, id;
  return null;
end $$;
