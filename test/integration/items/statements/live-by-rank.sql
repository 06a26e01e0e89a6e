select item.id, item.board_id as "boardId", item.group_id as "groupId",
  item.parent_id as "parentId", item.name, item.description, item.values::text as values,
  item.created_by as "createdBy", item.created_at as "createdAt", item.updated_at as "updatedAt", lanes.at as lane, item.rank::text as rank, null as position
  from unnest($2::bigint[]) with ordinality as lanes (lane, at)
  cross join lateral (
    select * from items
    where items.lane = lanes.lane and rank > case when lanes.at = 1 then $3::numeric else '-infinity' end
    order by rank limit 51) item
  where item.organization_id = $1
  limit 51
