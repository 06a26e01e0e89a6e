-- Recomputes the runs between p_from and p_to from the items. A run gets as many items as the cube root of the number of items of the
-- lane, and at least 48; the last one can get fewer. A position is a sum over blocks, runs and items.
create or replace function item_runs_rebuild(p_lane bigint, p_from numeric, p_to numeric)
returns void language plpgsql as $$
declare
  items_in_run integer;
begin
  -- A full rebuild counts the items, because the blocks can be missing.
  select greatest(48, cbrt(case when p_from = '-infinity' and p_to = 'infinity'
      then (select count(*) from items where lane = p_lane)
      else (select sum(live) from item_runs where lane = p_lane and level = 2) end))
  into items_in_run;
  delete from item_runs
  where lane = p_lane and level = 1
    and end_rank > p_from and end_rank <= p_to;
  insert into item_runs (lane, level, end_rank, writer, live)
  select p_lane, 1, lead(min(rank), 1, p_to) over (order by run), 0, count(*)
  from (
    select rank, (row_number() over (order by rank, key) - 1) / items_in_run as run from items
    where lane = p_lane and rank >= p_from and rank < p_to) numbered
  group by run
  union all
  -- An empty range has one run, so that every rank is in a run.
  select p_lane, 1, p_to, 0, 0
  where not exists (
    select from items
    where lane = p_lane and rank >= p_from and rank < p_to);
end $$;
