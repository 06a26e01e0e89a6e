-- Recomputes the blocks of a lane from its runs.
create or replace function item_blocks_rebuild(p_lane bigint) returns void language plpgsql as $$
begin
  perform item_blocks_divide(p_lane, '-infinity', 'infinity', item_block_size((
    select sum(live) from item_runs where lane = p_lane and level = 1)));
end $$;
