import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Archive, Trash, restore and changes of whole groups: several items at once, called inside a transaction. */
export class AddItemStateFunctions1763715720000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- Has several lanes alone, always taken in the same order.
      create function item_lanes_lock(p_lanes text[]) returns void language plpgsql as $$
      declare
        lane text;
      begin
        for lane in select distinct each.lane from unnest(p_lanes) as each (lane)
          where each.lane is not null and each.lane not like 'archived:%' order by 1
        loop
          perform item_lane_lock(lane, true);
        end loop;
      end $$;

      -- Lets items, the lists that they stand in, their own lists of sub-items and the list that they may come into
      -- stand still until the transaction ends: lists before rows, the order in which every write takes them. An item
      -- that changed lists while its list was waited for is found again.
      create function item_lists_hold(p_organization text, p_items text[], p_group text)
      returns void language plpgsql as $$
      declare
        wanted text[];
        held text[] := '{}';
      begin
        loop
          select array_agg(lists.list) into wanted from (
            select unnest(p_items || p_group) as list
            union
            select coalesce(parent_id, group_id) from items
            where organization_id = p_organization and id = any (p_items)) lists
          where lists.list is not null and lists.list <> all (held);
          exit when wanted is null;
          perform item_lanes_lock(wanted);
          held := held || wanted;
        end loop;
        perform from items where organization_id = p_organization and id = any (p_items)
        order by id for no key update;
      end $$;

      -- Brings items into one state: live (both null), archived or in Trash. Leaving and joining their lists, they are
      -- counted out and in. p_group, where given, is the group that top-level items and their sub-items come back into.
      -- The caller holds their lists (item_lists_hold).
      create function item_change_state(
        p_organization text, p_items text[], p_archived timestamptz, p_trashed timestamptz, p_group text,
        p_now timestamptz)
      returns setof items rows 1 language plpgsql as $$
      declare
        old items;
        item items;
        old_list text;
        new_list text;
        new_lane text;
      begin
        for old in select * from items
          where organization_id = p_organization and id = any (p_items) order by parent_id nulls first, rank, id
          for no key update
        loop
          old_list := coalesce(old.parent_id, old.group_id);
          new_list := coalesce(old.parent_id, p_group, old.group_id);
          new_lane := case
            when p_trashed is not null then null
            when p_archived is not null then 'archived:' || new_list
            else new_list end;
          update items
          set archived_at = p_archived, trashed_at = p_trashed, group_id = coalesce(p_group, group_id),
            rank = case
              when new_lane is null or new_lane = old.lane then old.rank
              -- In another list its old rank means nothing: there it goes to the end.
              when new_list <> old_list then nextval('item_ranks')
              else item_rank_kept(p_organization, new_list, new_lane, old.rank) end,
            updated_at = greatest(p_now, updated_at + interval '1 millisecond')
          where organization_id = p_organization and id = old.id
          returning * into item;
          if old.lane = old_list then
            perform item_count_add(p_organization, old_list, old.rank, -1);
          end if;
          if item.lane = new_list then
            perform item_count_add(p_organization, new_list, item.rank, 1);
          end if;
          -- Sub-items that stay away belong to their parent's group all the same.
          update items set group_id = item.group_id
          where organization_id = p_organization and parent_id = item.id and group_id <> item.group_id;
          perform item_values_follow(p_organization, item.id);
          return next item;
        end loop;
      end $$;

      -- Everything in a group goes to the end of another one on the same board, in its order; archived items and
      -- items in Trash change their group with it.
      create function item_group_merge(
        p_organization text, p_board text, p_from text, p_to text, p_now timestamptz)
      returns void language plpgsql as $$
      declare
        moved_items text[];
      begin
        perform item_lanes_lock(array[p_from, p_to]);
        with moved as (
          update items
          set group_id = p_to, rank = ranked.rank,
            updated_at = greatest(p_now, items.updated_at + interval '1 millisecond')
          from (
            select id, nextval('item_ranks') as rank from (
              select id from items
              where organization_id = p_organization and board_id = p_board and group_id = p_from
                and parent_id is null
              order by rank, id) in_order) ranked
          where items.organization_id = p_organization and items.id = ranked.id
          returning items.id)
        select array_agg(id) into moved_items from moved;
        update items set group_id = p_to
        where organization_id = p_organization and board_id = p_board and group_id = p_from;
        perform item_values_follow(p_organization, id) from unnest(moved_items) as moved (id);
        delete from item_runs where organization_id = p_organization and lane = p_from;
        perform item_lane_rebuild(p_organization, p_to);
      end $$;

      -- Everything live or archived in a group goes to Trash; answers the top-level items that went.
      create function item_group_trash(
        p_organization text, p_board text, p_group text, p_now timestamptz)
      returns setof text language plpgsql as $$
      declare
        trashed_items text[];
        parents text[];
      begin
        perform item_lanes_lock(array[p_group]);
        with trashed as (
          update items
          set trashed_at = p_now, archived_at = null,
            updated_at = greatest(p_now, updated_at + interval '1 millisecond')
          where organization_id = p_organization and board_id = p_board and group_id = p_group and trashed_at is null
          returning id, parent_id)
        select array_agg(id), array_agg(distinct parent_id) into trashed_items, parents from trashed;
        perform item_values_follow(p_organization, id) from unnest(trashed_items) as trashed (id);
        delete from item_runs
        where organization_id = p_organization and lane = any (parents || p_group);
        return query
          select id from items
          where organization_id = p_organization and id = any (trashed_items) and parent_id is null;
      end $$;

      -- The named items trade places among themselves, so that they stand in the order given. Answers whether that
      -- changed anything. TR002 when one of them is not in the lane.
      create function item_reorder(
        p_organization text, p_board text, p_version bigint, p_lane text, p_items text[], p_now timestamptz)
      returns boolean language plpgsql as $$
      declare
        ranks numeric[];
      begin
        perform board_structure_hold(p_organization, p_board, p_version);
        perform item_lane_lock(p_lane, true);
        select array_agg(rank order by rank) into ranks from (
          select rank from items
          where organization_id = p_organization and id = any (p_items) and lane = p_lane
          order by id for no key update) named;
        if coalesce(cardinality(ranks), 0) <> cardinality(p_items) then
          raise exception 'not in the lane' using errcode = 'TR002';
        end if;
        update items
        set rank = ranks[named.at], updated_at = greatest(p_now, items.updated_at + interval '1 millisecond')
        from unnest(p_items) with ordinality as named (id, at)
        where items.organization_id = p_organization and items.id = named.id and items.rank <> ranks[named.at];
        if not found then
          return false;
        end if;
        perform item_values_follow(p_organization, id) from unnest(p_items) as named (id);
        return true;
      end $$;

      -- Brings one item, with what its values have become there, to a group of another board, or a sub-item, whatever
      -- state it is in, behind its parent. The caller holds both boards' structures and the lists (item_lists_hold).
      create function item_relocate(
        p_organization text, p_item text, p_board text, p_group text, p_position bigint, p_values jsonb,
        p_columns text[], p_ordinals smallint[], p_number_keys double precision[], p_text_keys text[], p_refs text[],
        p_now timestamptz)
      returns table (item_position bigint, item_rank text, wants_upkeep boolean) rows 1 language plpgsql as $$
      declare
        old items;
        item items;
        upkeep boolean := false;
      begin
        select * into old from items
        where organization_id = p_organization and id = p_item for no key update;
        update items
        set board_id = p_board, group_id = p_group, values = p_values,
          rank = case
            when old.parent_id is not null then rank
            else item_rank_before(p_organization, p_group, item_rank_at(p_organization, p_group, p_position)) end,
          updated_at = greatest(p_now, updated_at + interval '1 millisecond')
        where organization_id = p_organization and id = p_item
        returning * into item;
        if old.parent_id is null then
          perform item_count_add(p_organization, old.lane, old.rank, -1);
          upkeep := item_count_add(p_organization, item.lane, item.rank, 1);
        end if;
        delete from item_values where organization_id = p_organization and item_id = p_item;
        insert into item_values
        select p_organization, entry.column_id, p_item, entry.ordinal, item.lane, item.rank, entry.number_key,
          entry.text_key, entry.ref
        from unnest(p_columns, p_ordinals, p_number_keys, p_text_keys, p_refs)
          as entry (column_id, ordinal, number_key, text_key, ref);
        return query select item_position(p_organization, item.lane, item.rank), item.rank::text, upkeep;
      end $$;
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop function item_relocate(text, text, text, text, bigint, jsonb, text[], smallint[],
        double precision[], text[], text[], timestamptz);
      drop function item_reorder(text, text, bigint, text, text[], timestamptz);
      drop function item_group_trash(text, text, text, timestamptz);
      drop function item_group_merge(text, text, text, text, timestamptz);
      drop function item_change_state(text, text[], timestamptz, timestamptz, text, timestamptz);
      drop function item_lists_hold(text, text[], text);
      drop function item_lanes_lock(text[]);
    `);
  }
}
