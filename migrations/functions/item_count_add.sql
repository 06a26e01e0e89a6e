-- Adds p_delta to the counters of the run and the block that contain a rank: in a row that no other transaction has locked,
-- or in a new row of this transaction. A row of this connection could be locked by another transaction, and two of them could
-- wait for each other. Returns whether the lane needs maintenance (item_lane_maintain). The size of the counters is checked on
-- about every sixteenth call only.
create or replace function item_count_add(p_lane bigint, p_rank numeric, p_delta integer)
returns boolean language plpgsql as $$
declare
  counted integer;
  run_live integer;
begin
  with counting as (
    update item_runs set live = live + p_delta
    where ctid = any (array(
      select free.ctid from (values (1), (2)) as levels (level)
      cross join lateral (
        select ctid from item_runs
        where lane = p_lane and level = levels.level and end_rank = (
          select end_rank from item_runs
          where lane = p_lane and level = levels.level
            and end_rank > p_rank
          order by end_rank limit 1)
        limit 1 for no key update skip locked) free))
    returning level, live)
  select bit_or(level), max(live) filter (where level = 1) into counted, run_live from counting;
  if counted is distinct from 3 then
    insert into item_runs (lane, level, end_rank, writer, live)
    select p_lane, levels.level, coalesce((
        select end_rank from item_runs
        where lane = p_lane and level = levels.level
          and end_rank > p_rank
        order by end_rank limit 1), 'infinity'), (pg_current_xact_id()::text::bigint & 2147483647)::integer, p_delta
    from (values (1), (2)) as levels (level)
    where levels.level & coalesce(counted, 0) = 0
    on conflict (lane, level, end_rank, writer)
    do update set live = item_runs.live + excluded.live;
  end if;
  return scale(p_rank) > 120
    or (coalesce(run_live, 1) & 15 = 1 and item_runs_oversized(p_lane, p_rank));
end $$;
