-- A rank directly before the item with the rank p_above; null appends.
create or replace function item_rank_before(p_lane bigint, p_above numeric) returns numeric
language plpgsql as $$
declare
  below numeric;
begin
  if p_above is null then
    return nextval('item_ranks');
  end if;
  select rank into below from items
  where lane = p_lane and rank < p_above
  order by rank desc limit 1;
  return case when below is null then ceil(p_above) - 1 - item_rank_suffix(0)
    else item_rank_between(below, p_above) end;
end $$;
