select coalesce(item.parent_id, item.group_id) as list, item.rank::text as rank,
     item.trashed_at is null and item.archived_at is null as "isLive",
     item.name_key as "nameKey", item.created_at as "createdAt", item.updated_at as "updatedAt",
     item.created_by as "createdBy",
     (select coalesce(to_jsonb(number_key), to_jsonb(text_key)) from item_values
      where organization_id = $1 and column_id = $4 and item_id = item.id and ordinal = 0) as "columnKey",
     case when $5 then (
    coalesce((
      select sum(live) from item_runs
      where organization_id = $1 and lane = coalesce(item.parent_id, item.group_id) and level = 2 and start_rank < block.start_rank), 0)
    + coalesce((
      select sum(live) from item_runs
      where organization_id = $1 and lane = coalesce(item.parent_id, item.group_id) and level = 1
        and start_rank >= block.start_rank and start_rank < run.start_rank), 0)
    + (select count(*) from items
       where organization_id = $1 and lane = coalesce(item.parent_id, item.group_id) and rank >= run.start_rank and rank < item.rank)
  )::float8 end as before
   from items item 
  left join lateral (
    select start_rank from item_runs
    where organization_id = $1 and lane = coalesce(item.parent_id, item.group_id) and level = 2 and start_rank <= item.rank
    order by start_rank desc limit 1) block on true
  left join lateral (
    select start_rank from item_runs
    where organization_id = $1 and lane = coalesce(item.parent_id, item.group_id) and level = 1 and start_rank <= item.rank
    order by start_rank desc limit 1) run on true
   where item.organization_id = $1 and item.id = $2 and item.board_id = $3
