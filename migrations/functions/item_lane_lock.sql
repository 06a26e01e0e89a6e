-- Calls that create or move single items of a lane share this lock; calls that need a stable order or stable counters lock
-- it exclusively. Otherwise a run could be split after a call has chosen its counter and before the call adds to it.
create or replace function item_lane_lock(p_lane bigint, p_exclusive boolean) returns void language plpgsql as $$
begin
  if p_exclusive then
    perform pg_advisory_xact_lock(hashint8extended(p_lane, 7)); -- ITEM_LIST
  else
    perform pg_advisory_xact_lock_shared(hashint8extended(p_lane, 7)); -- ITEM_LIST
  end if;
end $$;
