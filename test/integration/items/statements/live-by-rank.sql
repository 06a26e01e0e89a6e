select item.id, item.board_id as "boardId", item.group_id as "groupId",
  item.parent_id as "parentId", item.name, item.description, item.values::text as values,
  item.created_by as "createdBy", item.created_at as "createdAt", item.updated_at as "updatedAt", page.lane, page.rank::text as rank,
    null as position
  from (
    select scanned.* from (
    select lanes.at as lane, found.*
    from unnest($2::text[]) with ordinality as lanes (lane, at)
    cross join lateral (
      select id as id, null::text as key, rank from items where organization_id = $1 and items.lane = lanes.lane and true
        and rank > case when lanes.at = 1 then $3::numeric else '-infinity' end order by rank limit 51) found
    limit 51) scanned order by lane, rank limit 51) page
  cross join lateral (
    select * from items where organization_id = $1 and items.id = page.id offset 0) item 
  order by lane, page.rank
