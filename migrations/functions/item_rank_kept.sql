-- The rank with which an item that keeps its place comes into a lane: its own, or one right above it when another
-- item there has been given the same meanwhile. It fits among the live and the archived items of the list alike,
-- since it may go from the ones to the others.
create or replace function item_rank_kept(p_organization text, p_list text, p_lane text, p_rank numeric) returns numeric
language plpgsql as $$
declare
  above numeric;
begin
  if not exists (
      select from items where organization_id = p_organization and lane = p_lane and rank = p_rank) then
    return p_rank;
  end if;
  select min(rank) into above from (
    (select rank from items where organization_id = p_organization and lane = p_list and rank > p_rank
     order by rank limit 1)
    union all
    (select rank from items
     where organization_id = p_organization and lane = 'archived:' || p_list and rank > p_rank
     order by rank limit 1)) neighbours;
  return case when above is null then nextval('item_ranks') else item_rank_between(p_rank, above) end;
end $$;
