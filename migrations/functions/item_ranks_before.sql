-- Several ranks, in ascending order, directly before the item with the rank p_above; null appends.
create or replace function item_ranks_before(p_lane bigint, p_above numeric, p_count integer)
returns numeric[] language plpgsql as $$
declare
  below numeric;
begin
  if p_above is null then
    return array(select nextval('item_ranks') from generate_series(1, p_count));
  end if;
  select rank into below from items
  where lane = p_lane and rank < p_above
  order by rank desc limit 1;
  if below is null then
    return array(select ceil(p_above) - at - item_rank_suffix(0) from generate_series(p_count, 1, -1) at);
  end if;
  return item_ranks_between(below, p_above, p_count);
end $$;
