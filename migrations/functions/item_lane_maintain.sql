-- Maintenance around a rank: replaces long ranks with short ones, and splits an oversized run or block.
-- The order of the items does not change. Locks the board's structure, because a change of the structure deletes counters of
-- lists without locking each list.
create or replace function item_lane_maintain(p_board text, p_lane bigint, p_rank numeric)
returns void language plpgsql as $$
declare
  run_start numeric;
  run_end numeric;
  block_start numeric;
  block_end numeric;
  runs_in_block integer;
  usual_runs integer;
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
  select coalesce(max(end_rank), '-infinity') into block_start from item_runs
  where lane = p_lane and level = 2 and end_rank <= p_rank;
  select coalesce(min(end_rank), 'infinity') into block_end from item_runs
  where lane = p_lane and level = 2 and end_rank > p_rank;
  select count(distinct end_rank) into runs_in_block from item_runs
  where lane = p_lane and level = 1 and end_rank > block_start and end_rank <= block_end;
  select item_block_size(sum(live)) into usual_runs from item_runs where lane = p_lane and level = 2;
  if runs_in_block > 2 * usual_runs or item_runs_oversized(p_lane, p_rank) then
    perform item_blocks_divide(p_lane, block_start, block_end, usual_runs);
  end if;
end $$;
