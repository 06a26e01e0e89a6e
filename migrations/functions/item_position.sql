-- The zero-based position that p_rank has, or would have, among the live items of a lane. A single statement, so that
-- counters and items are read from the same snapshot.
create or replace function item_position(p_lane bigint, p_rank numeric) returns bigint
language plpgsql stable as $$
begin
  return (
    select coalesce(blocks.live, 0) + coalesce(runs.live, 0) + (
        select count(*) from items
        where lane = p_lane
          and rank >= coalesce(runs.end_rank, blocks.end_rank, '-infinity') and rank < p_rank)
    from (
      select sum(live) as live, max(end_rank) as end_rank from item_runs
      where lane = p_lane and level = 2 and end_rank <= p_rank) blocks
    cross join lateral (
      select sum(live) as live, max(end_rank) as end_rank from item_runs
      where lane = p_lane and level = 1
        and end_rank > coalesce(blocks.end_rank, '-infinity') and end_rank <= p_rank) runs);
end $$;
