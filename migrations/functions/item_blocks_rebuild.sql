-- Recomputes the blocks of a lane from its runs.
create or replace function item_blocks_rebuild(p_lane bigint) returns void language plpgsql as $$
begin
  delete from item_runs where lane = p_lane and level = 2;
  insert into item_runs (lane, level, end_rank, writer, live)
  select p_lane, 2, max(end_rank), 0, sum(live)
  from (
    select end_rank, sum(live) as live, (row_number() over (order by end_rank) - 1) / 48 as block
    from item_runs
    where lane = p_lane and level = 1
    group by end_rank) numbered
  group by block;
end $$;
