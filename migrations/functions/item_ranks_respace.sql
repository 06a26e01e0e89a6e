-- Spaces the ranks of the items around a rank evenly: four hundred items on each side, and further to the next item with a
-- short rank. The ranks of these two items do not change; between two long ranks there would be only long ranks. The
-- counters around them are rebuilt.
create or replace function item_ranks_respace(p_lane bigint, p_rank numeric)
returns void language plpgsql as $$
declare
  low numeric;
  high numeric;
  digits integer;
  from_rank numeric;
  to_rank numeric;
begin
  select rank into low from items where lane = p_lane and rank < p_rank
  order by rank desc offset 399 limit 1;
  select rank into low from items
  where lane = p_lane and rank <= low and scale(rank) <= 30
  order by rank desc limit 1;
  select rank into high from items where lane = p_lane and rank > p_rank
  order by rank offset 399 limit 1;
  select rank into high from items
  where lane = p_lane and rank >= high and scale(rank) <= 30
  order by rank limit 1;
  -- At an end of the lane the bound is a whole number: it is unused or the rank of the outermost item.
  select coalesce(low, floor(min(rank))), coalesce(high, ceil(max(rank))) into low, high from items
  where lane = p_lane;
  if low is null or low >= high then
    return;
  end if;
  -- A hundred times finer than the distance between two neighbors, so that rounding cannot make them equal.
  select greatest(0, ceil(log(count(*) + 1)) + 2 - floor(log(high - low))) into digits from items
  where lane = p_lane and rank > low and rank < high;
  with spaced as materialized (
    select key, round(
        low + (high - low) * row_number() over (order by rank, key) / (count(*) over () + 1), digits) as rank
    from items
    where lane = p_lane and rank > low and rank < high)
  update items set rank = spaced.rank from spaced
  where items.key = spaced.key;
  perform item_values_sync(array(
    select key from items
    where lane = p_lane and rank > low and rank < high));
  -- The runs, and then the blocks, that contain the changed ranks.
  select coalesce(max(end_rank), '-infinity') into from_rank from item_runs
  where lane = p_lane and level = 1 and end_rank <= low;
  select coalesce(min(end_rank), 'infinity') into to_rank from item_runs
  where lane = p_lane and level = 1 and end_rank >= high;
  perform item_runs_rebuild(p_lane, from_rank, to_rank);
  select coalesce(max(end_rank), '-infinity') into from_rank from item_runs
  where lane = p_lane and level = 2 and end_rank <= from_rank;
  select coalesce(min(end_rank), 'infinity') into to_rank from item_runs
  where lane = p_lane and level = 2 and end_rank >= to_rank;
  perform item_blocks_divide(p_lane, from_rank, to_rank, item_block_size((
    select sum(live) from item_runs where lane = p_lane and level = 2)));
end $$;
