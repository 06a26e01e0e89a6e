select rank::text as rank from item_values
   where $1::text is not null and column_key = $3 and lane = $2 and text_key = $4
   order by item_values.rank offset $5 limit 1
