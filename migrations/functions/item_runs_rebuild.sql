-- Recomputes the runs between p_from and p_to from the items.
create or replace function item_runs_rebuild(p_lane bigint, p_from numeric, p_to numeric)
returns void language plpgsql as $$
begin
  delete from item_runs
  where lane = p_lane and level = 1
    and end_rank > p_from and end_rank <= p_to;
  insert into item_runs (lane, level, end_rank, writer, live)
  select p_lane, 1, lead(min(rank), 1, p_to) over (order by run), 0, count(*)
  from (
    select rank, (row_number() over (order by rank, key) - 1) / 48 as run from items
    where lane = p_lane and rank >= p_from and rank < p_to) numbered
  group by run
  union all
  -- An empty range has one run, so that every rank is in a run.
  select p_lane, 1, p_to, 0, 0
  where not exists (
    select from items
    where lane = p_lane and rank >= p_from and rank < p_to);
end $$;
