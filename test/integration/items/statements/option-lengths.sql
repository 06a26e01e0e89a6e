select options.at::float8 as option, lanes.at::float8 as lane, found.entries
   from unnest($4::text[]) with ordinality as options (key, at)
   cross join unnest($2::bigint[]) with ordinality as lanes (lane, at)
   cross join lateral (
     select count(*)::float8 as entries from item_values
     where column_key = $3 and item_values.lane = lanes.lane and text_key = options.key) found
   where $1::text is not null and found.entries > 0
   order by options.at, lanes.at
