create or replace function audit_entries_reject_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    -- The organization was deleted, which cascades to its entries.
    if not exists (select from organizations where id = old.organization_id) then
      return old;
    end if;
  end if;
  raise exception 'audit entries cannot be changed or deleted' using errcode = 'restrict_violation';
end $$;
