select option::float8 as option, lane::float8 as lane, entries
   from (
     select array_position($4::text[], text_key) as option, array_position($2::bigint[], lane) as lane,
       count(*)::float8 as entries
     from item_values
     where $1::text is not null and column_key = $3 and lane = any ($2) and text_key is not null
     group by text_key, item_values.lane) found
   where option is not null
   order by option, lane
