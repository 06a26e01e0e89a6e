with  page as materialized (
    select page.*, abs(($2::bigint[])[page.lane::int]) as list
    from (
    select lanes.at as lane, found.*
    from (
      select lane, at, case when at > $5 then '-infinity' when at = $5 then $6::numeric else 'infinity' end as bound
      from unnest($2::bigint[]) with ordinality as each (lane, at)) lanes
    cross join lateral (
      with below as (
        select key as item, name_key as key, rank from items where $3::bigint is null and items.lane = lanes.lane and name_key < $4::text order by name_key desc, rank desc limit 51),
      last as (select min(key) as key from below)
      
      (select key as item, name_key as key, rank from items where $3::bigint is null and items.lane = lanes.lane and (name_key, rank) > ($4::text, lanes.bound) and name_key <= $4 order by name_key, rank limit 51)
      union all
      (select below.* from below, last where below.key > last.key)
      union all
      (select key as item, name_key as key, rank from items where $3::bigint is null and items.lane = lanes.lane and name_key >= (select last.key from last) and name_key <= (select last.key from last) order by name_key, rank limit 51)
    ) found order by key desc, lane, rank limit 51) page),
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
  order by key desc, lane, page.rank
