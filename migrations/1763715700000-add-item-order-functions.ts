import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Order inside a lane: exact positions, ranks between neighbours, counters and their upkeep. */
export class AddItemOrderFunctions1763715700000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- Who adds, moves or counts single items in a lane shares this lock; who needs its order or its counters to stand
      -- still has it alone. Without it a run could be split between the choice of its counter and the addition.
      create function item_lane_lock(p_lane text, p_alone boolean) returns void language plpgsql as $$
      begin
        if p_alone then
          perform pg_advisory_xact_lock(hashtextextended(p_lane, 7));
        else
          perform pg_advisory_xact_lock_shared(hashtextextended(p_lane, 7));
        end if;
      end $$;

      -- The zero-based position that p_rank has, or would have, among the live items of a lane. One statement, so that
      -- counters and items are those of one moment.
      create function item_position(p_organization text, p_lane text, p_rank numeric) returns bigint
      language plpgsql stable as $$
      begin
        return (
          select coalesce(blocks.live, 0) + coalesce(runs.live, 0) + (
              select count(*) from items
              where organization_id = p_organization and lane = p_lane
                and rank >= coalesce(runs.end_rank, blocks.end_rank, '-infinity') and rank < p_rank)
          from (
            select sum(live) as live, max(end_rank) as end_rank from item_runs
            where organization_id = p_organization and lane = p_lane and level = 2 and end_rank <= p_rank) blocks
          cross join lateral (
            select sum(live) as live, max(end_rank) as end_rank from item_runs
            where organization_id = p_organization and lane = p_lane and level = 1
              and end_rank > coalesce(blocks.end_rank, '-infinity') and end_rank <= p_rank) runs);
      end $$;

      -- The rank of the item at a position; null beyond the end.
      create function item_rank_at(p_organization text, p_lane text, p_position bigint) returns numeric
      language plpgsql stable as $$
      begin
        return (
          select found.rank
          from (
            select end_rank, live, sum(live) over (order by end_rank rows unbounded preceding) - live as before,
              lag(end_rank, 1, '-infinity') over (order by end_rank) as start_rank
            from (
              select end_rank, sum(live) as live from item_runs
              where organization_id = p_organization and lane = p_lane and level = 2
              group by end_rank) summed) block
          cross join lateral (
            select start_rank, before from (
              select live, lag(end_rank, 1, block.start_rank) over (order by end_rank) as start_rank,
                block.before + sum(live) over (order by end_rank rows unbounded preceding) - live as before
              from (
                select end_rank, sum(live) as live from item_runs
                where organization_id = p_organization and lane = p_lane and level = 1
                  and end_rank > block.start_rank and end_rank <= block.end_rank
                group by end_rank) summed) counted
            where before <= p_position and p_position < before + live limit 1) run
          cross join lateral (
            select rank from items
            where organization_id = p_organization and lane = p_lane and rank >= run.start_rank
            order by rank offset p_position - run.before limit 1) found
          where block.before <= p_position and p_position < block.before + block.live);
      end $$;

      -- Digits that no other call gives within the life of any transaction, and never end in a zero. Behind a rank's own
      -- digits they keep apart those who put items into one and the same place at once, without waiting for each other.
      create function item_rank_turn(p_digits integer) returns numeric language plpgsql as $$
      begin
        return (nextval('item_rank_turns') * 10 + 1) * ('1e-' || (p_digits + 6))::numeric;
      end $$;

      -- A rank about in the middle of two others. It has as many digits as leave room for a turn, which follows them: two
      -- ranks made at once differ in their turns, or in how many digits they have.
      create function item_rank_between(p_low numeric, p_high numeric) returns numeric
      language plpgsql as $$
      declare
        room numeric := (p_high - p_low) * 0.5;
        digits integer;
      begin
        if p_low >= p_high then
          raise exception 'no rank between % and %', p_low, p_high;
        end if;
        -- The first digit of the room, counted behind the point: cut off after it, the middle keeps one of that unit to
        -- both sides.
        digits := greatest(0, case when room >= 1 then 0
          else scale(room) - length(ltrim(split_part(room::text, '.', 2), '0')) + 1 end);
        return trunc(p_low + room, digits) + item_rank_turn(digits) * case when p_low + room < 0 then -1 else 1 end;
      end $$;

      -- A rank directly before the item of a lane that has p_above; null means the end.
      create function item_rank_before(p_organization text, p_lane text, p_above numeric) returns numeric
      language plpgsql as $$
      declare
        below numeric;
      begin
        if p_above is null then
          return nextval('item_ranks');
        end if;
        select rank into below from items
        where organization_id = p_organization and lane = p_lane and rank < p_above
        order by rank desc limit 1;
        return case when below is null then ceil(p_above) - 1 - item_rank_turn(0)
          else item_rank_between(below, p_above) end;
      end $$;

      -- The rank with which an item that keeps its place comes into a lane: its own, or one right above it when another
      -- item there has been given the same meanwhile. It fits among the live and the archived items of the list alike,
      -- since it may go from the ones to the others.
      create function item_rank_kept(p_organization text, p_list text, p_lane text, p_rank numeric) returns numeric
      language plpgsql as $$
      declare
        above numeric;
      begin
        if not exists (
            select from items where organization_id = p_organization and lane = p_lane and rank = p_rank) then
          return p_rank;
        end if;
        select min(rank) into above from (
          (select rank from items where organization_id = p_organization and lane = p_list and rank > p_rank
           order by rank limit 1)
          union all
          (select rank from items
           where organization_id = p_organization and lane = 'archived:' || p_list and rank > p_rank
           order by rank limit 1)) neighbours;
        return case when above is null then nextval('item_ranks') else item_rank_between(p_rank, above) end;
      end $$;

      -- Adds to the counters over a rank: in a row that nobody else is adding to, or a new one. Answers whether the lane
      -- wants upkeep (item_lane_tend); the counters' size is looked at once in sixteen times.
      create function item_count_add(p_organization text, p_lane text, p_rank numeric, p_delta integer)
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
              where organization_id = p_organization and lane = p_lane and level = levels.level and end_rank = (
                select end_rank from item_runs
                where organization_id = p_organization and lane = p_lane and level = levels.level
                  and end_rank > p_rank
                order by end_rank limit 1)
              limit 1 for no key update skip locked) free))
          returning level, live)
        select bit_or(level), max(live) filter (where level = 1) into counted, run_live from counting;
        if counted is distinct from 3 then
          insert into item_runs (organization_id, lane, level, end_rank, writer, live)
          select p_organization, p_lane, levels.level, coalesce((
              select end_rank from item_runs
              where organization_id = p_organization and lane = p_lane and level = levels.level
                and end_rank > p_rank
              order by end_rank limit 1), 'infinity'), pg_backend_pid(), p_delta
          from (values (1), (2)) as levels (level)
          where levels.level & coalesce(counted, 0) = 0
          on conflict (organization_id, lane, level, end_rank, writer)
          do update set live = item_runs.live + excluded.live;
        end if;
        return scale(p_rank) > 120
          or (coalesce(run_live, 1) & 15 = 1 and item_runs_grown(p_organization, p_lane, p_rank));
      end $$;

      -- Whether the run or the block over a rank should be split, or too many connections have counted in it.
      create function item_runs_grown(p_organization text, p_lane text, p_rank numeric) returns boolean
      language plpgsql stable as $$
      begin
        return (
          select bool_or(case levels.level when 1 then live > 96 or writers > 16 else writers > 48 end)
          from (values (1), (2)) as levels (level)
          cross join lateral (
            select sum(live) as live, count(*) as writers from item_runs
            where organization_id = p_organization and lane = p_lane and level = levels.level
              and end_rank = (
                select end_rank from item_runs
                where organization_id = p_organization and lane = p_lane and level = levels.level
                  and end_rank > p_rank
                order by end_rank limit 1)) grown);
      end $$;

      -- Makes the runs from p_from up to p_to anew from the items themselves.
      create function item_runs_rebuild(p_organization text, p_lane text, p_from numeric, p_to numeric)
      returns void language plpgsql as $$
      begin
        delete from item_runs
        where organization_id = p_organization and lane = p_lane and level = 1
          and end_rank > p_from and end_rank <= p_to;
        insert into item_runs
        select p_organization, p_lane, 1, lead(min(rank), 1, p_to) over (order by run), 0, count(*)
        from (
          select rank, (row_number() over (order by rank, id) - 1) / 48 as run from items
          where organization_id = p_organization and lane = p_lane and rank >= p_from and rank < p_to) numbered
        group by run
        union all
        -- An empty stretch keeps one run, so that every rank lies in one.
        select p_organization, p_lane, 1, p_to, 0, 0
        where not exists (
          select from items
          where organization_id = p_organization and lane = p_lane and rank >= p_from and rank < p_to);
      end $$;

      create function item_blocks_rebuild(p_organization text, p_lane text) returns void language plpgsql as $$
      begin
        delete from item_runs where organization_id = p_organization and lane = p_lane and level = 2;
        insert into item_runs
        select p_organization, p_lane, 2, max(end_rank), 0, sum(live)
        from (
          select end_rank, sum(live) as live, (row_number() over (order by end_rank) - 1) / 48 as block
          from item_runs
          where organization_id = p_organization and lane = p_lane and level = 1
          group by end_rank) numbered
        group by block;
      end $$;

      -- Brings an item's index rows to the lane and rank of the item.
      create function item_values_follow(p_organization text, p_item text) returns void language plpgsql as $$
      begin
        update item_values set lane = item.lane, rank = item.rank
        from items item
        where item.organization_id = p_organization and item.id = p_item
          and item_values.organization_id = p_organization and item_values.item_id = p_item;
      end $$;

      -- All counters of a lane anew: after bulk loads.
      create function item_lane_rebuild(p_organization text, p_lane text) returns void language plpgsql as $$
      begin
        perform item_lane_lock(p_lane, true);
        perform item_runs_rebuild(p_organization, p_lane, '-infinity', 'infinity');
        perform item_blocks_rebuild(p_organization, p_lane);
      end $$;

      -- Upkeep around a rank: gives items whose ranks have grown long short ones again, splits a run that has grown,
      -- and blocks likewise. Changes no item's place. Holds the board's structure, because whoever changes that clears
      -- the counters of lists that it does not lock one by one.
      create function item_lane_tend(p_organization text, p_board text, p_lane text, p_rank numeric)
      returns void language plpgsql as $$
      declare
        run_start numeric;
        run_end numeric;
        runs_in_block integer;
      begin
        perform pg_advisory_xact_lock_shared(hashtextextended(p_board, 11));
        perform item_lane_lock(p_lane, true);
        if scale(p_rank) > 120 then
          perform item_ranks_respace(p_organization, p_lane, p_rank);
          return;
        end if;
        select coalesce(max(end_rank), '-infinity') into run_start from item_runs
        where organization_id = p_organization and lane = p_lane and level = 1 and end_rank <= p_rank;
        select coalesce(min(end_rank), 'infinity') into run_end from item_runs
        where organization_id = p_organization and lane = p_lane and level = 1 and end_rank > p_rank;
        if not item_runs_grown(p_organization, p_lane, p_rank) then
          return;
        end if;
        perform item_runs_rebuild(p_organization, p_lane, run_start, run_end);
        select count(distinct end_rank) into runs_in_block from item_runs
        where organization_id = p_organization and lane = p_lane and level = 1
          and end_rank > coalesce((
            select max(end_rank) from item_runs
            where organization_id = p_organization and lane = p_lane and level = 2 and end_rank <= p_rank),
            '-infinity')
          and end_rank <= (
            select min(end_rank) from item_runs
            where organization_id = p_organization and lane = p_lane and level = 2 and end_rank > p_rank);
        if runs_in_block > 96 or item_runs_grown(p_organization, p_lane, p_rank) then
          perform item_blocks_rebuild(p_organization, p_lane);
        end if;
      end $$;

      -- Spreads the items around a rank evenly: four hundred on each side, and on from there to the next ones whose
      -- ranks are short. These two keep theirs; room between two long ranks would again be long ones only. All counters
      -- are made anew, which is rare enough: several hundred insertions at one and the same place lead here once.
      create function item_ranks_respace(p_organization text, p_lane text, p_rank numeric)
      returns void language plpgsql as $$
      declare
        low numeric;
        high numeric;
        digits integer;
      begin
        select rank into low from items where organization_id = p_organization and lane = p_lane and rank < p_rank
        order by rank desc offset 399 limit 1;
        select rank into low from items
        where organization_id = p_organization and lane = p_lane and rank <= low and scale(rank) <= 30
        order by rank desc limit 1;
        select rank into high from items where organization_id = p_organization and lane = p_lane and rank > p_rank
        order by rank offset 399 limit 1;
        select rank into high from items
        where organization_id = p_organization and lane = p_lane and rank >= high and scale(rank) <= 30
        order by rank limit 1;
        -- Nobody stands beyond the ends of the lane; whole numbers there are free, or the outermost items' own.
        select coalesce(low, floor(min(rank))), coalesce(high, ceil(max(rank))) into low, high from items
        where organization_id = p_organization and lane = p_lane;
        if low is null or low >= high then
          return;
        end if;
        -- A hundred times finer than the distance between two neighbours, so that rounding keeps them apart.
        select greatest(0, ceil(log(count(*) + 1)) + 2 - floor(log(high - low))) into digits from items
        where organization_id = p_organization and lane = p_lane and rank > low and rank < high;
        with spaced as materialized (
          select id, round(
              low + (high - low) * row_number() over (order by rank, id) / (count(*) over () + 1), digits) as rank
          from items
          where organization_id = p_organization and lane = p_lane and rank > low and rank < high)
        update items set rank = spaced.rank from spaced
        where items.organization_id = p_organization and items.id = spaced.id;
        perform item_values_follow(p_organization, id) from items
        where organization_id = p_organization and lane = p_lane and rank > low and rank < high;
        perform item_runs_rebuild(p_organization, p_lane, '-infinity', 'infinity');
        perform item_blocks_rebuild(p_organization, p_lane);
      end $$;
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop function item_ranks_respace(text, text, numeric);
      drop function item_lane_tend(text, text, text, numeric);
      drop function item_lane_rebuild(text, text);
      drop function item_values_follow(text, text);
      drop function item_blocks_rebuild(text, text);
      drop function item_runs_rebuild(text, text, numeric, numeric);
      drop function item_runs_grown(text, text, numeric);
      drop function item_count_add(text, text, numeric, integer);
      drop function item_rank_kept(text, text, text, numeric);
      drop function item_rank_before(text, text, numeric);
      drop function item_rank_between(numeric, numeric);
      drop function item_rank_turn(integer);
      drop function item_rank_at(text, text, bigint);
      drop function item_position(text, text, numeric);
      drop function item_lane_lock(text, boolean);
    `);
  }
}
