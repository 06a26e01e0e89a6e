-- The rank of the item at a position; null beyond the end. A single statement, so that counters and items are read from the
-- same snapshot: the block that contains the position, its run that contains it, and the item in the run.
create or replace function item_rank_at(p_lane bigint, p_position bigint) returns numeric
language plpgsql stable as $$
begin
  return (
    select item.rank
    from (
      select coalesce(previous, '-infinity') as from_rank, end_rank as to_rank, upto - live as before
      from (
        select end_rank, sum(live) as live, sum(sum(live)) over up as upto, lag(end_rank) over up as previous
        from item_runs where lane = p_lane and level = 2
        group by end_rank
        window up as (order by end_rank rows unbounded preceding)) counted
      where upto > p_position order by end_rank limit 1) block
    cross join lateral (
      select coalesce(previous, block.from_rank) as from_rank, block.before + upto - live as before
      from (
        select end_rank, sum(live) as live, sum(sum(live)) over up as upto, lag(end_rank) over up as previous
        from item_runs
        where lane = p_lane and level = 1 and end_rank > block.from_rank and end_rank <= block.to_rank
        group by end_rank
        window up as (order by end_rank rows unbounded preceding)) counted
      where block.before + upto > p_position order by end_rank limit 1) run
    cross join lateral (
      select rank from items
      where lane = p_lane and rank >= run.from_rank
      order by rank offset p_position - run.before limit 1) item
    where p_position >= 0);
end $$;
