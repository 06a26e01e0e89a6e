with lanes as (select lane, at from unnest($2::bigint[]) with ordinality as each (lane, at)),
  place as materialized (
    select entry.key
    from lanes cross join lateral (
      select number_key as key, rank from item_values where column_key = $3::bigint and number_key is not null and item_values.lane = lanes.lane  order by number_key asc, rank asc limit $4::bigint + 1) entry
    where $1::text is not null
    order by entry.key asc offset $4::bigint limit 1),
  earlier as materialized (
    select count(*) as entries from lanes cross join lateral (
      select number_key as key, rank from item_values where column_key = $3::bigint and number_key is not null and item_values.lane = lanes.lane and number_key < (select key from place)) entry)
  select lanes.at::float8 as lane, entry.key, entry.rank::text as rank
  from lanes cross join lateral (
      select number_key as key, rank from item_values where column_key = $3::bigint and number_key is not null and item_values.lane = lanes.lane and number_key >= (select key from place) and number_key <= (select key from place) order by number_key, rank
      limit $4::bigint - (select entries from earlier) + 1) entry
  order by lanes.at, entry.rank
  offset $4::bigint - (select entries from earlier) limit 1
