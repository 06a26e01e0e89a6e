import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Order inside a lane: exact positions, ranks between neighbours, counters and their upkeep. */
export class AddItemOrderFunctions1763715700000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- Who changes a lane by appending shares this lock; who needs its order to stand still has it alone. Without it
      -- a counter could be split between the choice of its row and its update.
      create function item_lane_lock(p_lane text, p_alone boolean) returns void language plpgsql as $$
      begin
        if p_alone then
          perform pg_advisory_xact_lock(hashtextextended(p_lane, 7));
        else
          perform pg_advisory_xact_lock_shared(hashtextextended(p_lane, 7));
        end if;
      end $$;

      -- The zero-based position that p_rank has, or would have, among the live items of a lane.
      create function item_position(p_organization text, p_lane text, p_rank numeric) returns bigint
      language plpgsql stable as $$
      declare
        block numeric;
        run numeric;
      begin
        select start_rank into block from item_runs
        where organization_id = p_organization and lane = p_lane and level = 2 and start_rank <= p_rank
        order by start_rank desc limit 1;
        select start_rank into run from item_runs
        where organization_id = p_organization and lane = p_lane and level = 1 and start_rank <= p_rank
        order by start_rank desc limit 1;
        return coalesce((
            select sum(live) from item_runs
            where organization_id = p_organization and lane = p_lane and level = 2 and start_rank < block), 0)
          + coalesce((
            select sum(live) from item_runs
            where organization_id = p_organization and lane = p_lane and level = 1
              and start_rank >= block and start_rank < run), 0)
          + (select count(*) from items
             where organization_id = p_organization and lane = p_lane and rank >= run and rank < p_rank);
      end $$;

      -- The rank of the item at a position; null beyond the end.
      create function item_rank_at(p_organization text, p_lane text, p_position bigint) returns numeric
      language plpgsql stable as $$
      declare
        block record;
        run record;
        answer numeric;
      begin
        select * into block from (
          select start_rank, live, sum(live) over (order by start_rank) - live as before,
            lead(start_rank) over (order by start_rank) as next_rank
          from item_runs where organization_id = p_organization and lane = p_lane and level = 2) blocks
        where before <= p_position and p_position < before + live;
        if not found then
          return null;
        end if;
        select * into run from (
          select start_rank, live, block.before + sum(live) over (order by start_rank) - live as before
          from item_runs where organization_id = p_organization and lane = p_lane and level = 1
            and start_rank >= block.start_rank and (block.next_rank is null or start_rank < block.next_rank)) runs
        where before <= p_position and p_position < before + live;
        select rank into answer from items
        where organization_id = p_organization and lane = p_lane and rank >= run.start_rank
        order by rank, id offset p_position - run.before limit 1;
        return answer;
      end $$;

      -- The shortest decimal strictly between two ranks.
      create function item_rank_between(p_low numeric, p_high numeric) returns numeric
      language plpgsql immutable as $$
      declare
        middle numeric := (p_low + p_high) * 0.5;
        answer numeric;
        digits integer := 0;
      begin
        if p_low >= p_high then
          raise exception 'no rank between % and %', p_low, p_high;
        end if;
        loop
          answer := round(middle, digits);
          exit when answer > p_low and answer < p_high;
          digits := digits + 1;
        end loop;
        return answer;
      end $$;

      -- A rank that puts a new item at a position; the caller has the lane alone unless it appends.
      create function item_rank_for(p_organization text, p_lane text, p_position bigint) returns numeric
      language plpgsql as $$
      declare
        above numeric;
        below numeric;
      begin
        if p_position is not null then
          above := item_rank_at(p_organization, p_lane, p_position);
        end if;
        if above is null then
          return nextval('item_ranks');
        end if;
        select rank into below from items
        where organization_id = p_organization and lane = p_lane and rank < above
        order by rank desc limit 1;
        return case when below is null then ceil(above) - 1 else item_rank_between(below, above) end;
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

      -- Adds to the counters over a rank. Called last in a transaction, since its rows are shared by the whole lane.
      -- Answers whether the lane wants upkeep (item_lane_tend).
      create function item_count_add(p_organization text, p_lane text, p_rank numeric, p_delta integer)
      returns boolean language plpgsql as $$
      declare
        run_live integer;
      begin
        update item_runs set live = live + p_delta
        where organization_id = p_organization and lane = p_lane and level = 1 and start_rank = (
          select start_rank from item_runs
          where organization_id = p_organization and lane = p_lane and level = 1 and start_rank <= p_rank
          order by start_rank desc limit 1)
        returning live into run_live;
        if not found then
          insert into item_runs values (p_organization, p_lane, 1, '-infinity', p_delta)
          on conflict (organization_id, lane, level, start_rank) do update set live = item_runs.live + excluded.live;
          insert into item_runs values (p_organization, p_lane, 2, '-infinity', p_delta)
          on conflict (organization_id, lane, level, start_rank) do update set live = item_runs.live + excluded.live;
          return false;
        end if;
        update item_runs set live = live + p_delta
        where organization_id = p_organization and lane = p_lane and level = 2 and start_rank = (
          select start_rank from item_runs
          where organization_id = p_organization and lane = p_lane and level = 2 and start_rank <= p_rank
          order by start_rank desc limit 1);
        return run_live > 192 or scale(p_rank) > 120;
      end $$;

      -- Makes the runs from p_from up to p_to anew from the items themselves.
      create function item_runs_rebuild(p_organization text, p_lane text, p_from numeric, p_to numeric)
      returns void language plpgsql as $$
      begin
        delete from item_runs
        where organization_id = p_organization and lane = p_lane and level = 1
          and start_rank >= p_from and start_rank < p_to;
        insert into item_runs
        select p_organization, p_lane, 1, case when run = 0 then p_from else min(rank) end, count(*)
        from (
          select rank, (row_number() over (order by rank, id) - 1) / 96 as run from items
          where organization_id = p_organization and lane = p_lane and rank >= p_from and rank < p_to) numbered
        group by run
        union all
        -- An empty stretch keeps its first run, so that every rank lies in one.
        select p_organization, p_lane, 1, p_from, 0
        where not exists (
          select from items
          where organization_id = p_organization and lane = p_lane and rank >= p_from and rank < p_to);
      end $$;

      create function item_blocks_rebuild(p_organization text, p_lane text) returns void language plpgsql as $$
      begin
        delete from item_runs where organization_id = p_organization and lane = p_lane and level = 2;
        insert into item_runs
        select p_organization, p_lane, 2, min(start_rank), sum(live)
        from (
          select start_rank, live, (row_number() over (order by start_rank) - 1) / 96 as block from item_runs
          where organization_id = p_organization and lane = p_lane and level = 1) numbered
        group by block;
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
          perform item_ranks_respace(p_organization, p_board, p_lane, p_rank);
          return;
        end if;
        select start_rank into run_start from item_runs
        where organization_id = p_organization and lane = p_lane and level = 1 and start_rank <= p_rank
        order by start_rank desc limit 1;
        select coalesce(min(start_rank), 'infinity') into run_end from item_runs
        where organization_id = p_organization and lane = p_lane and level = 1 and start_rank > run_start;
        if (select live <= 192 from item_runs
            where organization_id = p_organization and lane = p_lane and level = 1 and start_rank = run_start) then
          return;
        end if;
        perform item_runs_rebuild(p_organization, p_lane, run_start, run_end);
        select count(*) into runs_in_block from item_runs
        where organization_id = p_organization and lane = p_lane and level = 1
          and start_rank >= (
            select max(start_rank) from item_runs
            where organization_id = p_organization and lane = p_lane and level = 2 and start_rank <= run_start)
          and start_rank < coalesce((
            select min(start_rank) from item_runs
            where organization_id = p_organization and lane = p_lane and level = 2 and start_rank > run_start),
            'infinity');
        if runs_in_block > 192 then
          perform item_blocks_rebuild(p_organization, p_lane);
        end if;
      end $$;

      -- Spreads the items around a rank evenly: four hundred on each side, and on from there to the next ones whose
      -- ranks are short. These two keep theirs; room between two long ranks would again be long ones only. All counters
      -- are made anew, which is rare enough: several hundred insertions at one and the same place lead here once.
      create function item_ranks_respace(p_organization text, p_board text, p_lane text, p_rank numeric)
      returns void language plpgsql as $$
      declare
        low numeric;
        high numeric;
        digits integer;
        own_columns text[];
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
        select array_agg(id) into own_columns from columns
        where organization_id = p_organization and board_id = p_board;
        -- A hundred times finer than the distance between two neighbours, so that rounding keeps them apart.
        select greatest(0, ceil(log(count(*) + 1)) + 2 - floor(log(high - low))) into digits from items
        where organization_id = p_organization and lane = p_lane and rank > low and rank < high;
        with spaced as materialized (
          select id, round(
              low + (high - low) * row_number() over (order by rank, id) / (count(*) over () + 1), digits) as rank
          from items
          where organization_id = p_organization and lane = p_lane and rank > low and rank < high),
        moved as (
          update items set rank = spaced.rank from spaced
          where items.organization_id = p_organization and items.id = spaced.id
          returning items.id, items.rank)
        update item_values set rank = moved.rank from moved
        where item_values.organization_id = p_organization and item_values.column_id = any (own_columns)
          and item_values.item_id = moved.id;
        perform item_runs_rebuild(p_organization, p_lane, '-infinity', 'infinity');
        perform item_blocks_rebuild(p_organization, p_lane);
      end $$;
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop function item_ranks_respace(text, text, text, numeric);
      drop function item_lane_tend(text, text, text, numeric);
      drop function item_lane_rebuild(text, text);
      drop function item_blocks_rebuild(text, text);
      drop function item_runs_rebuild(text, text, numeric, numeric);
      drop function item_count_add(text, text, numeric, integer);
      drop function item_rank_kept(text, text, text, numeric);
      drop function item_rank_for(text, text, bigint);
      drop function item_rank_between(numeric, numeric);
      drop function item_rank_at(text, text, bigint);
      drop function item_position(text, text, numeric);
      drop function item_lane_lock(text, boolean);
    `);
  }
}
