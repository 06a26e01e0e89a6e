-- Returns items to the places in their lists that they had earlier: each to its group, if one is given, and to its rank. Like an
-- item that is restored from the archive, it is then between the items that it was between, if they are still there. Sub-items
-- follow their parents to the group. The caller has locked the board exclusively. One row per item.
create or replace function item_places_return(
  p_organization text, p_items text[], p_groups text[], p_ranks numeric[], p_now timestamptz)
returns table (returned_id text, returned_position bigint, returned_rank text, previous_group text, previous_rank text)
language plpgsql as $$
declare
  keys bigint[];
  old_groups text[];
  old_lanes bigint[];
  old_ranks numeric[];
  duplicate items;
begin
  select array_agg(item.key order by named.at), array_agg(item.group_id order by named.at),
    array_agg(item.lane order by named.at), array_agg(item.rank order by named.at)
  into keys, old_groups, old_lanes, old_ranks
  from unnest(p_items) with ordinality as named (id, at)
  join items item on item.organization_id = p_organization and item.id = named.id;
  update items
  set group_id = coalesce(placed.group_id, items.group_id), rank = placed.rank,
    updated_at = greatest(p_now, items.updated_at + interval '1 millisecond')
  from unnest(keys, p_groups, p_ranks) as placed (key, group_id, rank)
  where items.key = placed.key;
  -- Another item of the lane can have the same rank by now.
  for duplicate in
    select item.* from items item
    where item.key = any (keys) and item.lane is not null
      and exists (
        select from items other
        where other.lane = item.lane and other.rank = item.rank
          and (other.key < item.key or (other.key > item.key and other.key <> all (keys))))
  loop
    update items
    set rank = item_rank_available(duplicate.list, duplicate.lane, duplicate.rank)
    where key = duplicate.key;
  end loop;
  update items sub set group_id = parent.group_id
  from items parent
  where parent.key = any (keys) and parent.parent_id is null
    and sub.organization_id = p_organization and sub.parent_id = parent.id and sub.group_id <> parent.group_id;
  perform item_values_sync(keys);
  perform item_counts_add(old.lane, array_agg(old.rank), -1)
  from unnest(old_lanes, old_ranks) as old (lane, rank) where old.lane > 0 group by old.lane;
  perform item_counts_add(item.lane, array_agg(item.rank), 1)
  from items item where item.key = any (keys) and item.lane > 0 group by item.lane;
  return query
    select item.id, coalesce(item_position(item.lane, item.rank), 0), item.rank::text, old.group_id, old.rank::text
    from unnest(keys, old_groups, old_ranks) with ordinality as old (key, group_id, rank, at)
    join items item on item.key = old.key
    order by old.at;
end $$;
