-- The number of live items of a lane.
create or replace function item_lane_length(p_lane bigint) returns bigint language plpgsql stable as $$
begin
  return (
    select coalesce(sum(live), 0) from item_runs
    where lane = p_lane and level = 2);
end $$;
