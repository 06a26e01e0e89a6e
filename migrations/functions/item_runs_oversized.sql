-- Whether the run or the block that contains a rank has too many rows, or the run more than twice the items of a rebuilt run, and
-- maintenance should split or merge it.
create or replace function item_runs_oversized(p_lane bigint, p_rank numeric) returns boolean
language plpgsql stable as $$
begin
  return (
    select bool_or(case levels.level when 2 then writers > 48
        else writers > 16 or (live > 96 and live > 2 * cbrt((
          select sum(live) from item_runs where lane = p_lane and level = 2))) end)
    from (values (1), (2)) as levels (level)
    cross join lateral (
      select sum(live) as live, count(*) as writers from item_runs
      where lane = p_lane and level = levels.level
        and end_rank = (
          select end_rank from item_runs
          where lane = p_lane and level = levels.level
            and end_rank > p_rank
          order by end_rank limit 1)) counter);
end $$;
