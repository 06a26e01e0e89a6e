-- Several ranks between two others, in order. Each takes the middle of what is left on its side: a hundred grow by
-- the digits of seven halvings, where one after the other would grow by those of a hundred.
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
