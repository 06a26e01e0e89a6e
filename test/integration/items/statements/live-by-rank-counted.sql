select item.id, item.board_id as "boardId", item.group_id as "groupId",
  item.parent_id as "parentId", item.name, item.description, item.values::text as values,
  item.created_by as "createdBy", item.created_at as "createdAt", item.updated_at as "updatedAt", lanes.at as lane, item.rank::text as rank, (select item_position(p_lane => ($2::bigint[])[1], p_rank => $3::numeric)
       + (select count(*) from items where lane = ($2::bigint[])[1] and rank = $3::numeric))::float8 as position
  from unnest($2::bigint[]) with ordinality as lanes (lane, at)
  cross join lateral (
    select * from items
    where items.lane = lanes.lane and rank > case when lanes.at = 1 then $3::numeric else '-infinity' end
    order by rank limit 51) item
  where item.organization_id = $1
  limit 51
