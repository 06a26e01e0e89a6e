select item.id, item.board_id as "boardId", item.group_id as "groupId",
  item.parent_id as "parentId", item.name, item.description, item.values::text as values,
  item.created_by as "createdBy", item.created_at as "createdAt", item.updated_at as "updatedAt", (
    coalesce(blocks.live, 0) + coalesce(runs.live, 0) + (
      select count(*) from items
      where lane = item.list and rank < item.rank
        and rank >= coalesce(runs.end_rank, blocks.end_rank, '-infinity'))
  )::float8 as position, page.trashed_at as "trashedAt", page.trashed_by as "trashedBy"
  from (
    select entry.* from unnest($2::text[]) as place (id)
    cross join lateral (
      select item_id, trashed_at, trashed_by from trash_entries
      where organization_id = $1 and workspace_id = place.id and tombstone_until is null
        and (trashed_at, item_id) < ($3::timestamptz, $4) and board_id <> all ($5)
      order by trashed_at desc, item_id desc limit 51) entry
    order by trashed_at desc, item_id desc limit 51) page
  join items item on item.organization_id = $1 and item.id = page.item_id 
  cross join lateral (
    select sum(live) as live, max(end_rank) as end_rank from item_runs
    where lane = item.list and level = 2 and end_rank <= item.rank) blocks
  cross join lateral (
    select sum(live) as live, max(end_rank) as end_rank from item_runs
    where lane = item.list and level = 1 and end_rank > coalesce(blocks.end_rank, '-infinity') and end_rank <= item.rank) runs
  order by page.trashed_at desc, page.item_id desc
