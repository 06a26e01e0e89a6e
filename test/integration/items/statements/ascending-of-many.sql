with lanes as materialized (
    select lane, at, case when at > $5 then '-infinity' when at = $5 then $6::numeric else 'infinity' end as bound
    from unnest($2::bigint[]) with ordinality as each (lane, at)),
  heads as materialized (
    select lanes.at, lanes.lane as of, head.*
    from lanes cross join lateral (
      select entry.*, row_number() over (order by key, rank) = 2 as is_last
      from (select item_key as item, number_key as key, rank from item_values
      where column_key = $3::bigint and number_key is not null and item_values.lane = lanes.lane and (number_key, rank) > ($4::double precision, lanes.bound) order by number_key, rank limit 2) entry) head),
  reach as materialized (
    select key, at, rank from heads order by key, at, rank offset 50 limit 1), page as materialized (
    select page.*, abs(($2::bigint[])[page.lane::int]) as list
    from (
    select at as lane, item, key, rank from heads
    union all
    select lanes.at, further.*
    from (
      select at, of as lane, key, rank from heads
      where is_last and ((key, at, rank) < (select key, at, rank from reach) or not exists (select from reach))) lanes
    cross join lateral (
      select item_key as item, number_key as key, rank from item_values
      where column_key = $3::bigint and number_key is not null and item_values.lane = lanes.lane and (number_key, rank) > (lanes.key, lanes.rank) order by number_key, rank limit 49) further order by key, lane, rank limit 51) page),
  blocks as materialized (
    select lists.list, block.ends, block.sums
    from (select distinct list from page) lists
    cross join lateral (
      select array_agg(end_rank) as ends, array_agg(live) as sums from (
        select end_rank, sum(sum(live)) over (order by end_rank rows unbounded preceding) as live
        from item_runs where lane = lists.list and level = 2
        group by end_rank order by end_rank) each) block)
  select item.id, item.board_id as "boardId", item.group_id as "groupId",
  item.parent_id as "parentId", item.name, item.description, item.values::text as values,
  item.created_by as "createdBy", item.created_at as "createdAt", item.updated_at as "updatedAt", page.lane, page.rank::text as rank, page.key,
    (coalesce(blocks.sums[own.blocks], 0) + coalesce(runs.live, 0) + (
      select count(*) from items
      where lane = page.list and rank < page.rank
        and rank >= coalesce(runs.end_rank, blocks.ends[own.blocks], '-infinity'))
    )::float8 as position
  from page
  cross join lateral (
    select * from items where organization_id = $1 and items.key = page.item offset 0) item
  left join blocks on blocks.list = page.list
  cross join lateral (select width_bucket(page.rank, blocks.ends) as blocks offset 0) own
  cross join lateral (
    select sum(live) as live, max(end_rank) as end_rank from item_runs
    where lane = page.list and level = 1
      and end_rank > coalesce(blocks.ends[own.blocks], '-infinity') and end_rank <= page.rank) runs
  order by key, lane, page.rank
