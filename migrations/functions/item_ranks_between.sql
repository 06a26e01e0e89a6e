-- Several ranks between two others, in ascending order, by bisection: a hundred ranks need the digits of seven halvings;
-- created one after the other, they would need the digits of a hundred.
create or replace function item_ranks_between(p_low numeric, p_high numeric, p_count integer) returns numeric[]
language plpgsql as $$
declare
  middle numeric;
begin
  if p_count <= 0 then
    return '{}';
  end if;
  middle := item_rank_between(p_low, p_high);
  return item_ranks_between(p_low, middle, (p_count - 1) / 2) || middle
    || item_ranks_between(middle, p_high, p_count / 2);
end $$;
