-- Moves one live item within its board: a top-level item to a position in a group, a sub-item among its siblings. Positions
-- do not count the item itself; null means the end. Returns no row if the item is already at the position.
create or replace function item_move(
  p_organization text, p_board text, p_version bigint, p_item text, p_group text, p_position bigint,
  p_actor text, p_now timestamptz, p_expected timestamptz, p_event_id text,
  p_origin jsonb)
returns table (item_position bigint, item_rank text, item_lane bigint, needs_maintenance boolean) rows 1 language plpgsql as $$
declare
  item items;
  target bigint;
  from_lane bigint;
  to_lane bigint;
  above numeric;
  new_rank numeric;
  new_position bigint;
  needs_rebalance boolean;
begin
  perform board_structure_lock(p_organization, p_board, p_version);
  target := group_lane(p_organization, p_group);
  loop
    select lane, case when parent_id is null then target else list end into from_lane, to_lane from items
    where organization_id = p_organization and id = p_item and board_id = p_board and trashed_at is null;
    if not found or from_lane < 0 then
      raise exception 'no such item' using errcode = 'TR002';
    end if;
    -- Always in the same order, as in calls that lock both lanes exclusively.
    perform item_lane_lock(least(from_lane, to_lane), false);
    if from_lane <> to_lane then
      perform item_lane_lock(greatest(from_lane, to_lane), false);
    end if;
    select * into item from items
    where organization_id = p_organization and id = p_item for no key update;
    exit when item.lane is not distinct from from_lane;
  end loop;
  if item.parent_id is not null and item.group_id <> p_group then
    raise exception 'a sub-item cannot leave the group of its parent' using errcode = 'TR005';
  end if;
  if p_expected is not null and p_expected <> item.updated_at then
    raise exception 'the item has changed' using errcode = 'TR003';
  end if;
  if p_position is not null then
    above := item_rank_at(to_lane, p_position);
  end if;
  if from_lane = to_lane then
    if above = item.rank then
      return;
    elsif above > item.rank then
      -- The position does not count the item itself, so the item is placed after the one that is there now.
      select min(rank) into above from (
        select rank from items where lane = to_lane and rank > above
        order by rank limit 1) next_one;
    end if;
    if above is null and not exists (
        select from items where lane = to_lane and rank > item.rank) then
      return;
    end if;
  end if;
  new_rank := item_rank_before(to_lane, above);
  update items
  set group_id = p_group, rank = new_rank,
    updated_at = greatest(p_now, item.updated_at + interval '1 millisecond')
  where key = item.key;
  update items set group_id = p_group
  where organization_id = p_organization and parent_id = p_item and group_id <> p_group;
  perform item_values_sync(array[item.key]);
  perform item_count_add(from_lane, item.rank, -1);
  needs_rebalance := item_count_add(to_lane, new_rank, 1);
  new_position := case when above is null then item_position(to_lane, new_rank) else p_position end;
  insert into outbox (id, organization_id, type, board_id, item_id, actor_id, data, occurred_at, origin)
  values (p_event_id, p_organization, 'item.moved', p_board, p_item, p_actor,
    jsonb_build_object('groupId', p_group, 'position', new_position, 'previousGroupId', item.group_id,
      'rank', new_rank::text, 'previousRank', item.rank::text), p_now,
    p_origin);
  return query select new_position, new_rank::text, to_lane, needs_rebalance;
end $$;
