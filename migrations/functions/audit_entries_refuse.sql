create or replace function audit_entries_refuse() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    -- What the sweep of this transaction has named as too old.
    if old.at < nullif(current_setting('trestle.audit_kept_since', true), '')::timestamptz then
      return old;
    end if;
    -- Its organization has ended: the row that this one hangs on no longer exists already.
    if not exists (select from organizations where id = old.organization_id) then
      return old;
    end if;
  end if;
  raise exception 'audit entries are neither changed nor removed' using errcode = 'restrict_violation';
end $$;
