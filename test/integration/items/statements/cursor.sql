select item.list, item.rank::text as rank,
     item.trashed_at is null and item.archived_at is null as "isLive",
     item.name_key as "nameKey", item.created_at as "createdAt", item.updated_at as "updatedAt",
     item.created_by as "createdBy",
     entry.number_key as "numberKey", entry.text_key as "textKey",
     case when $5 then (
    coalesce(blocks.live, 0) + coalesce(runs.live, 0) + (
      select count(*) from items
      where lane = item.list and rank < item.rank
        and rank >= coalesce(runs.end_rank, blocks.end_rank, '-infinity'))
  )::float8 end as before
   from items item 
  cross join lateral (
    select sum(live) as live, max(end_rank) as end_rank from item_runs
    where lane = item.list and level = 2 and end_rank <= item.rank) blocks
  cross join lateral (
    select sum(live) as live, max(end_rank) as end_rank from item_runs
    where lane = item.list and level = 1 and end_rank > coalesce(blocks.end_rank, '-infinity') and end_rank <= item.rank) runs
   left join item_values entry on entry.item_key = item.key and entry.column_key = $4 and entry.ordinal = 0
   where item.organization_id = $1 and item.id = $2 and item.board_id = $3
