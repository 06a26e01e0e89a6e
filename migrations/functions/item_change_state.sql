-- Archives items, moves them to Trash, or restores them from the archive or from Trash (both times null). An archived item
-- remains archived in Trash and after it is restored from there. The counters of the lists are updated. p_group, if given,
-- is the group to which top-level items and their sub-items are restored. The caller must have locked the lists
-- (item_lists_lock). The number of statements does not depend on the number of items.
create or replace function item_change_state(
  p_organization text, p_items text[], p_archived timestamptz, p_trashed timestamptz, p_group text,
  p_now timestamptz)
returns void language plpgsql as $$
declare
  changed_keys bigint[];
  left_lists bigint[];
  left_ranks numeric[];
  duplicate items;
begin
  with changed as (
    update items
    set archived_at = next.archived_at, trashed_at = p_trashed, group_id = coalesce(p_group, items.group_id),
      rank = next.rank, updated_at = greatest(p_now, items.updated_at + interval '1 millisecond')
    from (
      select key, lane as old_lane, list as old_list, rank as old_rank,
        case
          when p_trashed is not null or (p_archived is null and trashed_at is not null) then archived_at
          else p_archived end as archived_at,
        -- The rank orders an item in its own list only. In another list the item goes to the end.
        case
          when p_trashed is null and parent_id is null and p_group <> group_id then nextval('item_ranks')
          else rank end as rank
      from (
        select * from items
        where organization_id = p_organization and id = any (p_items)
        order by parent_id nulls first, rank, key
        for no key update) in_order) next
    where items.key = next.key
    returning next.key, next.old_lane, next.old_list, next.old_rank)
  select array_agg(key), array_agg(old_list) filter (where old_lane = old_list),
    array_agg(old_rank) filter (where old_lane = old_list)
  into changed_keys, left_lists, left_ranks
  from changed;
  -- In rare cases another item of the lane was assigned the same rank while an item was archived or in Trash.
  for duplicate in
    select item.* from items item
    where item.key = any (changed_keys) and item.lane is not null
      and exists (
        select from items other
        where other.lane = item.lane and other.rank = item.rank
          and (other.key < item.key or (other.key > item.key and other.key <> all (changed_keys))))
  loop
    update items
    set rank = item_rank_available(duplicate.list, duplicate.lane, duplicate.rank)
    where key = duplicate.key;
  end loop;
  perform item_counts_add(departed.list, array_agg(departed.rank), -1)
  from unnest(left_lists, left_ranks) as departed (list, rank)
  group by departed.list;
  perform item_counts_add(lane, array_agg(rank), 1)
  from items
  where key = any (changed_keys) and lane = list
  group by lane;
  -- Sub-items that were not restored belong to the group of their parent too.
  update items sub set group_id = parent.group_id
  from items parent
  where parent.organization_id = p_organization and parent.id = any (p_items)
    and sub.organization_id = p_organization and sub.parent_id = parent.id and sub.group_id <> parent.group_id;
  perform item_values_sync(changed_keys);
end $$;
