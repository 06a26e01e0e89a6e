import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The hot writes, each one round trip (decision 0013). They are functions and not one statement with many parts, because a statement
 * sees the data as it was before it waited for a lock, and a function's next statement sees it as it is.
 * SQLSTATEs of their refusals: TR001 the board's structure has moved on, TR002 no such live item, TR003 the item is
 * no longer the expected version, TR004 no such live parent, TR005 a sub-item would leave its parent's group.
 */
export class AddItemWriteFunctions1763715710000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- Holds the board's groups and columns still until the end of the transaction, and refuses when they are no
      -- longer the ones that the caller validated against.
      create function board_structure_hold(p_organization text, p_board text, p_version bigint)
      returns void language plpgsql as $$
      begin
        perform pg_advisory_xact_lock_shared(hashtextextended(p_board, 11));
        perform from boards
        where organization_id = p_organization and id = p_board and structure_version = p_version
          and deleted_at is null;
        if not found then
          raise exception 'the structure of board % has changed', p_board using errcode = 'TR001';
        end if;
      end $$;

      -- For whoever changes groups or columns: waits for the writers that hold them.
      create function board_structure_change(p_organization text, p_board text) returns void language plpgsql as $$
      begin
        perform pg_advisory_xact_lock(hashtextextended(p_board, 11));
        update boards set structure_version = structure_version + 1
        where organization_id = p_organization and id = p_board;
      end $$;

      -- Creates one item with its index rows, its event and its counters. p_position null means the end.
      -- p_event is the event's item without position; numbers of auto_number columns are given here.
      create function item_create(
        p_organization text, p_board text, p_version bigint, p_group text, p_parent text, p_position bigint,
        p_id text, p_name text, p_name_key text, p_description text, p_values jsonb, p_number_columns text[],
        p_columns text[], p_ordinals smallint[], p_number_keys double precision[], p_text_keys text[], p_refs text[],
        p_actor text, p_now timestamptz, p_event_id text)
      returns table (item_position bigint, item_values text, item_rank text, wants_upkeep boolean) rows 1
      language plpgsql as $$
      declare
        own_lane text := coalesce(p_parent, p_group);
        above numeric;
        own_rank numeric;
        own_position bigint;
        number_column text;
        number bigint;
      begin
        perform board_structure_hold(p_organization, p_board, p_version);
        perform item_lane_lock(own_lane, false);
        if p_parent is not null then
          perform from items
          where organization_id = p_organization and id = p_parent and board_id = p_board and group_id = p_group
            and parent_id is null and archived_at is null and trashed_at is null
          for share;
          if not found then
            raise exception 'no such parent' using errcode = 'TR004';
          end if;
        end if;
        if p_position is not null then
          above := item_rank_at(p_organization, own_lane, p_position);
        end if;
        own_rank := item_rank_before(p_organization, own_lane, above);
        foreach number_column in array p_number_columns loop
          update column_counters set last_number = last_number + 1
          where organization_id = p_organization and column_id = number_column
          returning last_number into number;
          p_values := p_values || jsonb_build_object(number_column, number);
          p_columns := p_columns || number_column;
          p_ordinals := p_ordinals || 0::smallint;
          p_number_keys := p_number_keys || number::double precision;
          p_text_keys := p_text_keys || null::text;
          p_refs := p_refs || null::text;
        end loop;
        insert into items (organization_id, id, board_id, group_id, parent_id, name, name_key, description, values,
          rank, created_by, created_at, updated_at)
        values (p_organization, p_id, p_board, p_group, p_parent, p_name, p_name_key, p_description, p_values,
          own_rank, p_actor, p_now, p_now);
        insert into item_values
        select p_organization, entry.column_id, p_id, entry.ordinal, own_lane, own_rank, entry.number_key,
          entry.text_key, entry.ref
        from unnest(p_columns, p_ordinals, p_number_keys, p_text_keys, p_refs)
          as entry (column_id, ordinal, number_key, text_key, ref);
        if above is null then
          -- All that is counted stands before it, but what was appended after it and has been committed sooner.
          select coalesce(sum(live), 0) - (
              select count(*) from items
              where organization_id = p_organization and lane = own_lane and rank > own_rank)
          into own_position
          from item_runs where organization_id = p_organization and lane = own_lane and level = 2;
        else
          own_position := p_position;
        end if;
        insert into outbox (id, organization_id, type, board_id, item_id, actor_id, data, occurred_at)
        values (p_event_id, p_organization, 'item.created', p_board, p_id, p_actor,
          jsonb_build_object('name', p_name, 'description', p_description, 'groupId', p_group, 'parentId', p_parent,
            'position', own_position, 'values', p_values), p_now);
        return query select own_position, p_values::text, own_rank::text,
          item_count_add(p_organization, own_lane, own_rank, 1);
      end $$;

      -- Sets, and clears, columns of one item; other columns are not touched, so parallel edits never erase each other.
      -- An event per column whose value really changed; none, and no new version, when none did.
      create function item_set_values(
        p_organization text, p_board text, p_version bigint, p_item text,
        p_set jsonb, p_cleared text[], p_touched text[], p_sweep boolean,
        p_columns text[], p_ordinals smallint[], p_number_keys double precision[], p_text_keys text[], p_refs text[],
        p_actor text, p_now timestamptz, p_expected timestamptz, p_event_ids text[])
      returns setof items rows 1 language plpgsql as $$
      declare
        -- What follows sees the board as it is once it is held.
        held constant text := pg_advisory_xact_lock_shared(hashtextextended(p_board, 11));
        item items;
        before jsonb;
      begin
        select * into item from items
        where organization_id = p_organization and id = p_item and board_id = p_board and trashed_at is null
          and exists (
            select from boards
            where organization_id = p_organization and id = p_board and structure_version = p_version
              and deleted_at is null)
        for no key update;
        if not found then
          perform board_structure_hold(p_organization, p_board, p_version);
          raise exception 'no such item' using errcode = 'TR002';
        end if;
        if p_expected is not null and p_expected <> item.updated_at then
          raise exception 'the item has changed' using errcode = 'TR003';
        end if;
        before := item.values;
        item.values := (before || p_set) - p_cleared;
        if item.values = before then
          return next item;
          return;
        end if;
        item.updated_at := greatest(p_now, item.updated_at + interval '1 millisecond');
        update items set values = item.values, updated_at = item.updated_at
        where organization_id = p_organization and id = p_item;
        if p_sweep then
          delete from item_values old
          where old.organization_id = p_organization and old.item_id = p_item and old.column_id = any (p_touched)
            and not exists (
              select from unnest(p_columns, p_ordinals) as entry (column_id, ordinal)
              where entry.column_id = old.column_id and entry.ordinal = old.ordinal);
        end if;
        for at in 1 .. cardinality(p_columns) loop
          -- Mostly the row is there, and an update costs less than an insertion that finds it.
          update item_values
          set number_key = p_number_keys[at], text_key = p_text_keys[at], ref = p_refs[at]
          where organization_id = p_organization and item_id = p_item and column_id = p_columns[at]
            and ordinal = p_ordinals[at];
          if not found then
            insert into item_values
            values (p_organization, p_columns[at], p_item, p_ordinals[at], item.lane, item.rank, p_number_keys[at],
              p_text_keys[at], p_refs[at]);
          end if;
        end loop;
        for at in 1 .. cardinality(p_touched) loop
          if before -> p_touched[at] is distinct from p_set -> p_touched[at] then
            insert into outbox (id, organization_id, type, board_id, item_id, actor_id, data, occurred_at)
            values (p_event_ids[at], p_organization, 'value.changed', p_board, p_item, p_actor,
              jsonb_build_object('columnId', p_touched[at], 'value', p_set -> p_touched[at],
                'previousValue', before -> p_touched[at]), p_now);
          end if;
        end loop;
        return next item;
      end $$;

      -- Like item_set_values, for one column whose value keeps its one index row: the most frequent change of all, and
      -- without arrays a tenth cheaper.
      create function item_set_value(
        p_organization text, p_board text, p_version bigint, p_item text, p_column text, p_value jsonb,
        p_number_key double precision, p_text_key text, p_actor text, p_now timestamptz, p_expected timestamptz,
        p_event_id text)
      returns setof items rows 1 language plpgsql as $$
      declare
        held constant text := pg_advisory_xact_lock_shared(hashtextextended(p_board, 11));
        item items;
        before jsonb;
      begin
        select * into item from items
        where organization_id = p_organization and id = p_item and board_id = p_board and trashed_at is null
          and exists (
            select from boards
            where organization_id = p_organization and id = p_board and structure_version = p_version
              and deleted_at is null)
        for no key update;
        if not found then
          perform board_structure_hold(p_organization, p_board, p_version);
          raise exception 'no such item' using errcode = 'TR002';
        end if;
        if p_expected is not null and p_expected <> item.updated_at then
          raise exception 'the item has changed' using errcode = 'TR003';
        end if;
        before := item.values -> p_column;
        if before = p_value then
          return next item;
          return;
        end if;
        item.values := item.values || jsonb_build_object(p_column, p_value);
        item.updated_at := greatest(p_now, item.updated_at + interval '1 millisecond');
        update items set values = item.values, updated_at = item.updated_at
        where organization_id = p_organization and id = p_item;
        update item_values set number_key = p_number_key, text_key = p_text_key
        where organization_id = p_organization and item_id = p_item and column_id = p_column and ordinal = 0;
        if not found then
          insert into item_values
          values (p_organization, p_column, p_item, 0, item.lane, item.rank, p_number_key, p_text_key, null);
        end if;
        insert into outbox (id, organization_id, type, board_id, item_id, actor_id, data, occurred_at)
        values (p_event_id, p_organization, 'value.changed', p_board, p_item, p_actor,
          jsonb_build_object('columnId', p_column, 'value', p_value, 'previousValue', before), p_now);
        return next item;
      end $$;

      -- Moves one live item within its board: to a position of a group, or a sub-item among its siblings. Positions
      -- count without the item itself; null means the end. Answers null when it stands there already.
      create function item_move(
        p_organization text, p_board text, p_version bigint, p_item text, p_group text, p_position bigint,
        p_actor text, p_now timestamptz, p_expected timestamptz, p_event_id text)
      returns table (item_position bigint, item_rank text, item_lane text, wants_upkeep boolean) rows 1 language plpgsql as $$
      declare
        item items;
        from_lane text;
        to_lane text;
        above numeric;
        new_rank numeric;
        new_position bigint;
        upkeep boolean;
      begin
        perform board_structure_hold(p_organization, p_board, p_version);
        loop
          select lane, coalesce(parent_id, p_group) into from_lane, to_lane from items
          where organization_id = p_organization and id = p_item and board_id = p_board and trashed_at is null;
          if not found or from_lane like 'archived:%' then
            raise exception 'no such item' using errcode = 'TR002';
          end if;
          -- Always in the same order, like those who need the two lanes alone.
          perform item_lane_lock(least(from_lane, to_lane), false);
          if from_lane <> to_lane then
            perform item_lane_lock(greatest(from_lane, to_lane), false);
          end if;
          select * into item from items
          where organization_id = p_organization and id = p_item for no key update;
          exit when item.lane is not distinct from from_lane;
        end loop;
        if item.parent_id is not null and item.group_id <> p_group then
          raise exception 'a sub-item stays with its parent' using errcode = 'TR005';
        end if;
        if p_expected is not null and p_expected <> item.updated_at then
          raise exception 'the item has changed' using errcode = 'TR003';
        end if;
        if p_position is not null then
          above := item_rank_at(p_organization, to_lane, p_position);
        end if;
        if from_lane = to_lane then
          if above = item.rank then
            return;
          elsif above > item.rank then
            -- Counted without the item itself, it comes behind the one that is there now.
            select min(rank) into above from (
              select rank from items where organization_id = p_organization and lane = to_lane and rank > above
              order by rank limit 1) next_one;
          end if;
          if above is null and not exists (
              select from items where organization_id = p_organization and lane = to_lane and rank > item.rank) then
            return;
          end if;
        end if;
        new_rank := item_rank_before(p_organization, to_lane, above);
        update items
        set group_id = p_group, rank = new_rank,
          updated_at = greatest(p_now, item.updated_at + interval '1 millisecond')
        where organization_id = p_organization and id = p_item;
        update items set group_id = p_group
        where organization_id = p_organization and parent_id = p_item and group_id <> p_group;
        perform item_values_follow(p_organization, p_item);
        perform item_count_add(p_organization, from_lane, item.rank, -1);
        upkeep := item_count_add(p_organization, to_lane, new_rank, 1);
        new_position := case when above is null then item_position(p_organization, to_lane, new_rank) else p_position end;
        insert into outbox (id, organization_id, type, board_id, item_id, actor_id, data, occurred_at)
        values (p_event_id, p_organization, 'item.moved', p_board, p_item, p_actor,
          jsonb_build_object('groupId', p_group, 'position', new_position, 'previousGroupId', item.group_id), p_now);
        return query select new_position, new_rank::text, to_lane, upkeep;
      end $$;
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop function item_move(text, text, bigint, text, text, bigint, text, timestamptz, timestamptz, text);
      drop function item_set_value(text, text, bigint, text, text, jsonb, double precision, text, text, timestamptz,
        timestamptz, text);
      drop function item_set_values(text, text, bigint, text, jsonb, text[], text[], boolean, text[], smallint[],
        double precision[], text[], text[], text, timestamptz, timestamptz, text[]);
      drop function item_create(text, text, bigint, text, text, bigint, text, text, text, text, jsonb, text[], text[],
        smallint[], double precision[], text[], text[], text, timestamptz, text);
      drop function board_structure_change(text, text);
      drop function board_structure_hold(text, text, bigint);
    `);
  }
}
