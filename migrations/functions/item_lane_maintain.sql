-- Maintenance around a rank: replaces long ranks with short ones, splits an oversized run and rebuilds oversized blocks.
-- The order of the items does not change. Locks the board's structure, because a change of the structure deletes counters of
-- lists without locking each list.
create or replace function item_lane_maintain(p_board text, p_lane bigint, p_rank numeric)
returns void language plpgsql as $$
declare
  run_start numeric;
  run_end numeric;
  runs_in_block integer;
begin
  perform pg_advisory_xact_lock_shared(hashtextextended(p_board, 11)); -- BOARD_STRUCTURE
  perform item_lane_lock(p_lane, true);
  if scale(p_rank) > 120 then
    perform item_ranks_respace(p_lane, p_rank);
    return;
  end if;
  select coalesce(max(end_rank), '-infinity') into run_start from item_runs
  where lane = p_lane and level = 1 and end_rank <= p_rank;
  select coalesce(min(end_rank), 'infinity') into run_end from item_runs
  where lane = p_lane and level = 1 and end_rank > p_rank;
  if not item_runs_oversized(p_lane, p_rank) then
    return;
  end if;
  perform item_runs_rebuild(p_lane, run_start, run_end);
  select count(distinct end_rank) into runs_in_block from item_runs
  where lane = p_lane and level = 1
    and end_rank > coalesce((
      select max(end_rank) from item_runs
      where lane = p_lane and level = 2 and end_rank <= p_rank),
      '-infinity')
    and end_rank <= (
      select min(end_rank) from item_runs
      where lane = p_lane and level = 2 and end_rank > p_rank);
  if runs_in_block > 96 or item_runs_oversized(p_lane, p_rank) then
    perform item_blocks_rebuild(p_lane);
  end if;
end $$;
