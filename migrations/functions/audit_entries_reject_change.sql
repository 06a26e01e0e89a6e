create or replace function audit_entries_reject_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    -- The organization was deleted, which cascades to its entries.
    if not exists (select from organizations where id = old.organization_id) then
      return old;
    end if;
  end if;
  if tg_op = 'UPDATE' then
    -- The erasure of a person only deletes, and the chain of the log knows that it did.
    if (new.actor_name is null or new.actor_name = old.actor_name)
      and (new.actor_email is null or new.actor_email = old.actor_email)
      and (new.details = '{}' or new.details = old.details)
      and (new.ip is null or new.ip = old.ip)
      and (new.user_agent is null or new.user_agent = old.user_agent)
      and to_jsonb(new) - array['actor_name', 'actor_email', 'details', 'ip', 'user_agent']
        = to_jsonb(old) - array['actor_name', 'actor_email', 'details', 'ip', 'user_agent'] then
      return new;
    end if;
  end if;
  raise exception 'audit entries cannot be changed or deleted' using errcode = 'restrict_violation';
end $$;
