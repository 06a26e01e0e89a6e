-- Recomputes all counters of a lane, after bulk loads.
create or replace function item_lane_rebuild(p_lane bigint) returns void language plpgsql as $$
begin
  perform item_lane_lock(p_lane, true);
  perform item_runs_rebuild(p_lane, '-infinity', 'infinity');
  perform item_blocks_rebuild(p_lane);
end $$;
