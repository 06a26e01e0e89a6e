select item.id, item.board_id as "boardId", item.group_id as "groupId",
  item.parent_id as "parentId", item.name, item.description, item.values::text as values,
  item.created_by as "createdBy", item.created_at as "createdAt", item.updated_at as "updatedAt", page.lane, page.rank::text as rank,
    (
    coalesce(blocks.live, 0) + coalesce(runs.live, 0) + (
      select count(*) from items
      where organization_id = $1 and lane = coalesce(item.parent_id, item.group_id) and rank < item.rank
        and rank >= coalesce(runs.end_rank, blocks.end_rank, '-infinity'))
  )::float8 as position
  from (
    select lanes.at as lane, found.id, found.rank
    from unnest($2::text[]) with ordinality as lanes (lane, at)
    cross join lateral (
      select id, rank from items
      where organization_id = $1 and items.lane = lanes.lane 
        and rank > case when lanes.at = 1 then $3::numeric else '-infinity' end
      order by rank limit 51) found order by lane, rank limit 51) page
  join items item on item.organization_id = $1 and item.id = page.id 
  cross join lateral (
    select sum(live) as live, max(end_rank) as end_rank from item_runs
    where organization_id = $1 and lane = coalesce(item.parent_id, item.group_id) and level = 2 and end_rank <= item.rank) blocks
  cross join lateral (
    select sum(live) as live, max(end_rank) as end_rank from item_runs
    where organization_id = $1 and lane = coalesce(item.parent_id, item.group_id) and level = 1 and end_rank > coalesce(blocks.end_rank, '-infinity') and end_rank <= item.rank) runs
  order by lane, page.rank
