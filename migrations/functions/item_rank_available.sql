-- The rank with which an item joins a lane: p_rank, or a rank directly above it if another item of the lane already has it.
-- No other live or archived item of the list is between the two, because the item can later be archived or restored.
create or replace function item_rank_available(p_list bigint, p_lane bigint, p_rank numeric) returns numeric
language plpgsql as $$
declare
  above numeric;
begin
  if not exists (
      select from items where lane = p_lane and rank = p_rank) then
    return p_rank;
  end if;
  select min(rank) into above from (
    (select rank from items where lane = p_list and rank > p_rank
     order by rank limit 1)
    union all
    (select rank from items
     where lane = -p_list and rank > p_rank
     order by rank limit 1)) neighbours;
  return case when above is null then nextval('item_ranks') else item_rank_between(p_rank, above) end;
end $$;
