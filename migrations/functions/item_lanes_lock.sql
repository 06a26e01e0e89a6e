-- Locks several lanes exclusively, always in the same order.
create or replace function item_lanes_lock(p_lanes text[]) returns void language plpgsql as $$
declare
  lane text;
begin
  for lane in select distinct each.lane from unnest(p_lanes) as each (lane)
    where each.lane is not null and each.lane not like 'archived:%' order by 1
  loop
    perform item_lane_lock(lane, true);
  end loop;
end $$;
