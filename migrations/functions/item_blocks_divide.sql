-- Recomputes the blocks between p_from and p_to from the runs, with p_runs runs each; the last one can have fewer.
create or replace function item_blocks_divide(p_lane bigint, p_from numeric, p_to numeric, p_runs integer)
returns void language plpgsql as $$
begin
  delete from item_runs
  where lane = p_lane and level = 2 and end_rank > p_from and end_rank <= p_to;
  insert into item_runs (lane, level, end_rank, writer, live)
  select p_lane, 2, max(end_rank), 0, sum(live)
  from (
    select end_rank, sum(live) as live, (row_number() over (order by end_rank) - 1) / p_runs as block
    from item_runs
    where lane = p_lane and level = 1 and end_rank > p_from and end_rank <= p_to
    group by end_rank) numbered
  group by block;
end $$;
