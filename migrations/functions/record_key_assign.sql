-- Assigns the key of a group, a column or an item, which then never changes.
create or replace function record_key_assign() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if new.key is distinct from old.key then
      raise exception 'the key of a record cannot change' using errcode = 'integrity_constraint_violation';
    end if;
  elsif new.key is null then
    new.key := record_key_next(new.organization_id);
  end if;
  return new;
end $$;
