with lanes as (select lane, at from unnest($2::bigint[]) with ordinality as each (lane, at)),
  place as materialized (
    select entry.key
    from lanes cross join lateral (
      select name_key as key, rank from items where $3::bigint is null and items.lane = lanes.lane  order by name_key asc, rank asc limit $4::bigint + 1) entry
    where $1::text is not null
    order by entry.key asc offset $4::bigint limit 1),
  earlier as materialized (
    select count(*) as entries from lanes cross join lateral (
      select name_key as key, rank from items where $3::bigint is null and items.lane = lanes.lane and name_key < (select key from place)) entry)
  select lanes.at::float8 as lane, entry.key, entry.rank::text as rank
  from lanes cross join lateral (
      select name_key as key, rank from items where $3::bigint is null and items.lane = lanes.lane and name_key >= (select key from place) and name_key <= (select key from place) order by name_key, rank
      limit $4::bigint - (select entries from earlier) + 1) entry
  order by lanes.at, entry.rank
  offset $4::bigint - (select entries from earlier) limit 1
