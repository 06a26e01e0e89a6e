-- The rank of the item at a position; null beyond the end. Stable, so all of it uses one snapshot.
create or replace function item_rank_at(p_lane bigint, p_position bigint) returns numeric
language plpgsql stable as $$
declare
  -- The counter that contains the position, first the block, then the run: its ranks, the number of items before its end and
  -- the number of items before it.
  from_rank numeric := '-infinity';
  to_rank numeric := 'infinity';
  upto bigint;
  before bigint := 0;
  counter_end numeric;
begin
  if p_position < 0 then
    return null;
  end if;
  for counting in reverse 2 .. 1 loop
    -- Summed in the order of the index, up to the position.
    select counted.end_rank, before + counted.live into counter_end, upto
    from (
      select end_rank, sum(live) over (order by end_rank) as live from item_runs
      where lane = p_lane and level = counting
        and end_rank > from_rank and end_rank <= to_rank) counted
    where before + counted.live > p_position limit 1;
    if not found then
      return null;
    end if;
    select upto - sum(live) into before from item_runs
    where lane = p_lane and level = counting and end_rank = counter_end;
    select coalesce(max(end_rank), from_rank) into from_rank from item_runs
    where lane = p_lane and level = counting
      and end_rank > from_rank and end_rank < counter_end;
    to_rank := counter_end;
  end loop;
  return (
    select rank from items
    where lane = p_lane and rank >= from_rank
    order by rank offset p_position - before limit 1);
end $$;
