-- TR006 for a write outside a transaction that has waited, usually for a lock: the access of its call was checked before the
-- wait. The caller repeats the write in a transaction, which checks the access again before it commits.
create or replace function item_write_is_in_time(p_is_alone boolean) returns boolean language plpgsql as $$
begin
  if p_is_alone and clock_timestamp() > statement_timestamp() + interval '250 ms' then
    raise exception 'the write has waited' using errcode = 'TR006';
  end if;
  return true;
end $$;
