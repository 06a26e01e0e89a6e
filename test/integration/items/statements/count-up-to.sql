select (coalesce(item_position(p_lane => $1, p_rank => $2), 0)
       + (select count(*) from items where lane = $1 and rank = $2))::float8 as before
