import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Up to some hundred items at once: made together, moved together (decision 0042). Called inside a transaction that holds
 * the boards' structures and has the lists alone (item_lists_hold), so that nobody comes between.
 */
export class AddItemBulkFunctions1763715760000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- Several ranks between two others, in order. Each takes the middle of what is left on its side: a hundred grow by
      -- the digits of seven halvings, where one after the other would grow by those of a hundred.
      create function item_ranks_between(p_low numeric, p_high numeric, p_count integer) returns numeric[]
      language plpgsql as $$
      declare
        middle numeric;
      begin
        if p_count <= 0 then
          return '{}';
        end if;
        middle := item_rank_between(p_low, p_high);
        return item_ranks_between(p_low, middle, (p_count - 1) / 2) || middle
          || item_ranks_between(middle, p_high, p_count / 2);
      end $$;

      -- Several ranks, in order, directly before the item of a lane that has p_above; null means the end.
      create function item_ranks_before(p_organization text, p_lane text, p_above numeric, p_count integer)
      returns numeric[] language plpgsql as $$
      declare
        below numeric;
      begin
        if p_above is null then
          return array(select nextval('item_ranks') from generate_series(1, p_count));
        end if;
        select rank into below from items
        where organization_id = p_organization and lane = p_lane and rank < p_above
        order by rank desc limit 1;
        if below is null then
          return array(select ceil(p_above) - at - item_rank_turn(0) from generate_series(p_count, 1, -1) at);
        end if;
        return item_ranks_between(below, p_above, p_count);
      end $$;

      create function item_lane_length(p_organization text, p_lane text) returns bigint language plpgsql stable as $$
      begin
        return (
          select coalesce(sum(live), 0) from item_runs
          where organization_id = p_organization and lane = p_lane and level = 2);
      end $$;

      -- Adds to the counters over several ranks of a lane that is held alone: one row for each run and each block, however
      -- many ranks lie in it. Answers a rank around which the lane wants upkeep, or null.
      create function item_counts_add(p_organization text, p_lane text, p_ranks numeric[], p_delta integer)
      returns numeric language plpgsql as $$
      begin
        insert into item_runs (organization_id, lane, level, end_rank, writer, live)
        select p_organization, p_lane, counted.level, counted.end_rank, 0, p_delta * count(*)
        from (
          select levels.level, coalesce((
              select end_rank from item_runs
              where organization_id = p_organization and lane = p_lane and level = levels.level
                and end_rank > added.rank
              order by end_rank limit 1), 'infinity') as end_rank
          from unnest(p_ranks) as added (rank) cross join (values (1), (2)) as levels (level)) counted
        group by counted.level, counted.end_rank
        on conflict (organization_id, lane, level, end_rank, writer)
        do update set live = item_runs.live + excluded.live;
        return (
          select last.rank
          from (
            select max(added.rank) as rank
            from unnest(p_ranks) as added (rank)
            group by scale(added.rank) > 120, (
              select end_rank from item_runs
              where organization_id = p_organization and lane = p_lane and level = 1 and end_rank > added.rank
              order by end_rank limit 1)) last
          where scale(last.rank) > 120 or item_runs_grown(p_organization, p_lane, last.rank)
          limit 1);
      end $$;

      -- Index rows of several items, in the lanes and at the ranks that the items have.
      create function item_values_add(
        p_organization text, p_items text[], p_columns text[], p_ordinals smallint[],
        p_number_keys double precision[], p_text_keys text[], p_refs text[])
      returns void language plpgsql as $$
      begin
        insert into item_values (organization_id, column_id, item_id, ordinal, lane, rank, number_key, text_key, ref)
        select p_organization, entry.column_id, item.id, entry.ordinal, item.lane, item.rank, entry.number_key,
          entry.text_key, entry.ref
        from unnest(p_items, p_columns, p_ordinals, p_number_keys, p_text_keys, p_refs)
          as entry (item_id, column_id, ordinal, number_key, text_key, ref)
        join items item on item.organization_id = p_organization and item.id = entry.item_id;
      end $$;

      -- Creates items of one group, each with its index rows, its event and its count. Those of one list stand in their
      -- order from p_position on; null, or beyond its end, means the end. A parent is in the group, or made before its
      -- sub-items in the same call. TR004 when one is not. Answers the lists that want upkeep, and where.
      create function item_bulk_create(
        p_organization text, p_board text, p_group text, p_position bigint,
        p_ids text[], p_parents text[], p_names text[], p_name_keys text[], p_descriptions text[], p_values jsonb[],
        p_entry_items text[], p_columns text[], p_ordinals smallint[], p_number_keys double precision[],
        p_text_keys text[], p_refs text[], p_actor text, p_now timestamptz, p_event_ids text[])
      returns table (grown_lane text, grown_rank text) language plpgsql as $$
      declare
        list text;
        list_ids text[];
        list_ranks numeric[];
        above numeric;
        first_position bigint;
        ids text[] := '{}';
        ranks numeric[] := '{}';
        positions bigint[] := '{}';
      begin
        perform from unnest(p_parents) as named (parent)
        where named.parent <> all (p_ids) and not exists (
          select from items
          where organization_id = p_organization and id = named.parent and board_id = p_board
            and group_id = p_group and parent_id is null and archived_at is null and trashed_at is null);
        if found then
          raise exception 'no such parent' using errcode = 'TR004';
        end if;
        for list, list_ids in
          select coalesce(made.parent, p_group), array_agg(made.id order by made.at)
          from unnest(p_ids, p_parents) with ordinality as made (id, parent, at)
          group by 1
        loop
          above := null;
          first_position := item_lane_length(p_organization, list);
          if p_position < first_position then
            above := item_rank_at(p_organization, list, p_position);
            first_position := p_position;
          end if;
          list_ranks := item_ranks_before(p_organization, list, above, cardinality(list_ids));
          ids := ids || list_ids;
          ranks := ranks || list_ranks;
          positions := positions || array(
            select first_position + at from generate_series(0, cardinality(list_ids) - 1) at);
          grown_lane := list;
          grown_rank := item_counts_add(p_organization, list, list_ranks, 1)::text;
          if grown_rank is not null then
            return next;
          end if;
        end loop;
        insert into items (organization_id, id, board_id, group_id, parent_id, name, name_key, description, values,
          rank, created_by, created_at, updated_at)
        select p_organization, made.id, p_board, p_group, made.parent, made.name, made.name_key, made.description,
          made.values, placed.rank, p_actor, p_now, p_now
        from unnest(p_ids, p_parents, p_names, p_name_keys, p_descriptions, p_values)
          as made (id, parent, name, name_key, description, values)
        join unnest(ids, ranks) as placed (id, rank) on placed.id = made.id;
        perform item_values_add(p_organization, p_entry_items, p_columns, p_ordinals, p_number_keys, p_text_keys,
          p_refs);
        insert into outbox (id, organization_id, type, board_id, item_id, actor_id, data, occurred_at)
        select made.event_id, p_organization, 'item.created', p_board, made.id, p_actor,
          jsonb_build_object('name', made.name, 'description', made.description, 'groupId', p_group,
            'parentId', made.parent, 'position', placed.position, 'values', made.values), p_now
        from unnest(p_ids, p_parents, p_names, p_descriptions, p_values, p_event_ids) with ordinality
          as made (id, parent, name, description, values, event_id, at)
        join unnest(ids, positions) as placed (id, position) on placed.id = made.id
        order by made.at;
      end $$;

      -- Gives items, whatever state they are in, to another board, with what their values have become there. They stay in
      -- their lists: where they belong there is item_bulk_move's to say.
      create function item_bulk_rehome(
        p_organization text, p_board text, p_ids text[], p_values jsonb[],
        p_entry_items text[], p_columns text[], p_ordinals smallint[], p_number_keys double precision[],
        p_text_keys text[], p_refs text[], p_now timestamptz)
      returns void language plpgsql as $$
      begin
        update items
        set board_id = p_board, values = rehomed.values,
          updated_at = greatest(p_now, items.updated_at + interval '1 millisecond')
        from unnest(p_ids, p_values) as rehomed (id, values)
        where items.organization_id = p_organization and items.id = rehomed.id;
        delete from item_values where organization_id = p_organization and item_id = any (p_ids);
        perform item_values_add(p_organization, p_entry_items, p_columns, p_ordinals, p_number_keys, p_text_keys,
          p_refs);
        perform trash_entries_follow(p_organization, p_ids, p_board);
      end $$;

      -- Moves live top-level items into a group, where they stand in the order given from p_position on, counted without
      -- all of them; null, or beyond the end, means the end. Answers nothing when they stand so already, else a row for
      -- each; one that kept its group and its position has not changed.
      create function item_bulk_move(
        p_organization text, p_items text[], p_group text, p_position bigint, p_now timestamptz)
      returns table (moved_id text, moved_position bigint, moved_rank text, previous_group text, has_changed boolean,
        wants_upkeep boolean)
      language plpgsql as $$
      declare
        old_groups text[];
        old_lanes text[];
        old_ranks numeric[];
        -- Positions in the group, null for those that come from elsewhere.
        old_positions bigint[];
        new_positions bigint[];
        new_ranks numeric[];
        others bigint;
        first_position bigint;
        place bigint;
        standing bigint;
        above numeric;
        grown numeric;
      begin
        select array_agg(item.group_id order by named.at), array_agg(item.lane order by named.at),
          array_agg(item.rank order by named.at),
          array_agg(case when item.lane = p_group then item_position(p_organization, p_group, item.rank) end
            order by named.at)
        into old_groups, old_lanes, old_ranks, old_positions
        from unnest(p_items) with ordinality as named (id, at)
        join items item on item.organization_id = p_organization and item.id = named.id;
        others := item_lane_length(p_organization, p_group) - cardinality(array_remove(old_positions, null));
        first_position := least(coalesce(p_position, others), others);
        new_positions := array(select first_position + at from generate_series(0, cardinality(p_items) - 1) at);
        if new_positions = old_positions then
          return;
        end if;
        if first_position < others then
          -- The position among the others, counted with those that move.
          place := first_position;
          for standing in select each.position from unnest(old_positions) as each (position)
            where each.position is not null order by 1
          loop
            exit when standing > place;
            place := place + 1;
          end loop;
          above := item_rank_at(p_organization, p_group, place);
        end if;
        new_ranks := item_ranks_before(p_organization, p_group, above, cardinality(p_items));
        update items
        set group_id = p_group, rank = placed.rank,
          updated_at = case when placed.old_position = placed.new_position then items.updated_at
            else greatest(p_now, items.updated_at + interval '1 millisecond') end
        from unnest(p_items, new_ranks, old_positions, new_positions) as placed (id, rank, old_position, new_position)
        where items.organization_id = p_organization and items.id = placed.id;
        update items set group_id = p_group
        where organization_id = p_organization and parent_id = any (p_items) and group_id <> p_group;
        update item_values set lane = item.lane, rank = item.rank
        from items item
        where item.organization_id = p_organization and item.id = any (p_items)
          and item_values.organization_id = p_organization and item_values.item_id = item.id;
        perform item_counts_add(p_organization, old.lane, array_agg(old.rank), -1)
        from unnest(old_lanes, old_ranks) as old (lane, rank) group by old.lane;
        grown := item_counts_add(p_organization, p_group, new_ranks, 1);
        return query
          select placed.id, placed.new_position, placed.rank::text, placed.old_group,
            placed.old_position is distinct from placed.new_position,
            coalesce(placed.rank = grown, false)
          from unnest(p_items, new_ranks, old_groups, old_positions, new_positions)
            as placed (id, rank, old_group, old_position, new_position);
      end $$;
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop function item_bulk_move(text, text[], text, bigint, timestamptz);
      drop function item_bulk_rehome(text, text, text[], jsonb[], text[], text[], smallint[], double precision[], text[],
        text[], timestamptz);
      drop function item_bulk_create(text, text, text, bigint, text[], text[], text[], text[], text[], jsonb[], text[],
        text[], smallint[], double precision[], text[], text[], text, timestamptz, text[]);
      drop function item_counts_add(text, text, numeric[], integer);
      drop function item_values_add(text, text[], text[], smallint[], double precision[], text[], text[]);
      drop function item_lane_length(text, text);
      drop function item_ranks_before(text, text, numeric, integer);
      drop function item_ranks_between(numeric, numeric, integer);
    `);
  }
}
