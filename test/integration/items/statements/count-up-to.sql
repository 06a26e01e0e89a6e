select (coalesce(item_position(p_organization => $1, p_lane => $2, p_rank => $3), 0)
       + (select count(*) from items where organization_id = $1 and lane = $2 and rank = $3))::float8 as before
