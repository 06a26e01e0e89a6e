-- Recomputes the blocks of a lane from its runs. A block has 16 runs or more: half the square root of their number, so that a
-- long list has about four times as many blocks as a block has runs, and a position is the sum of few counters at any size.
create or replace function item_blocks_rebuild(p_lane bigint) returns void language plpgsql as $$
declare
  runs_in_block integer;
begin
  select greatest(16, sqrt(count(distinct end_rank)) / 2) into runs_in_block from item_runs
  where lane = p_lane and level = 1;
  perform item_blocks_divide(p_lane, '-infinity', 'infinity', runs_in_block);
end $$;
