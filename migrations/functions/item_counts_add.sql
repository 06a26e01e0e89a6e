-- Adds p_delta to the counters for each of several ranks of a lane that the caller has locked exclusively, with one row for
-- each run and each block. Returns a rank around which the lane needs maintenance, or null.
create or replace function item_counts_add(p_lane bigint, p_ranks numeric[], p_delta integer)
returns numeric language plpgsql as $$
begin
  insert into item_runs (lane, level, end_rank, writer, live)
  select p_lane, counted.level, counted.end_rank, 0, p_delta * count(*)
  from (
    select levels.level, coalesce((
        select end_rank from item_runs
        where lane = p_lane and level = levels.level
          and end_rank > added.rank
        order by end_rank limit 1), 'infinity') as end_rank
    from unnest(p_ranks) as added (rank) cross join (values (1), (2)) as levels (level)) counted
  group by counted.level, counted.end_rank
  on conflict (lane, level, end_rank, writer)
  do update set live = item_runs.live + excluded.live;
  return (
    select last.rank
    from (
      select max(added.rank) as rank
      from unnest(p_ranks) as added (rank)
      group by scale(added.rank) > 120, (
        select end_rank from item_runs
        where lane = p_lane and level = 1 and end_rank > added.rank
        order by end_rank limit 1)) last
    where scale(last.rank) > 120 or item_runs_oversized(p_lane, last.rank)
    limit 1);
end $$;
