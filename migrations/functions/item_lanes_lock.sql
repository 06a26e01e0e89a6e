-- Locks several lanes exclusively, always in the same order.
create or replace function item_lanes_lock(p_lanes bigint[]) returns void language plpgsql as $$
declare
  lane bigint;
begin
  for lane in select distinct each.lane from unnest(p_lanes) as each (lane)
    where each.lane > 0 order by 1
  loop
    perform item_lane_lock(lane, true);
  end loop;
end $$;
