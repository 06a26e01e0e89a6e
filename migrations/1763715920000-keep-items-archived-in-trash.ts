import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What was archived when it went to Trash comes back archived. */
export class KeepItemsArchivedInTrash1763715920000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- Brings items into one state: out of the archive or out of Trash (both null), archived or in Trash. What is archived
      -- stays so in Trash, and comes back archived. Leaving and joining their lists, items are counted out and in. p_group,
      -- where given, is the group that top-level items and their sub-items come back into. The caller holds their lists
      -- (item_lists_hold).
      create or replace function item_change_state(
        p_organization text, p_items text[], p_archived timestamptz, p_trashed timestamptz, p_group text,
        p_now timestamptz)
      returns setof items rows 1 language plpgsql as $$
      declare
        old items;
        item items;
        old_list text;
        new_list text;
        new_lane text;
        new_archived timestamptz;
      begin
        for old in select * from items
          where organization_id = p_organization and id = any (p_items) order by parent_id nulls first, rank, id
          for no key update
        loop
          old_list := coalesce(old.parent_id, old.group_id);
          new_list := coalesce(old.parent_id, p_group, old.group_id);
          new_archived := case
            when p_trashed is not null or (p_archived is null and old.trashed_at is not null) then old.archived_at
            else p_archived end;
          new_lane := case
            when p_trashed is not null then null
            when new_archived is not null then 'archived:' || new_list
            else new_list end;
          update items
          set archived_at = new_archived, trashed_at = p_trashed, group_id = coalesce(p_group, group_id),
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

      -- Everything live or archived in a group goes to Trash; answers the top-level items that went.
      create or replace function item_group_trash(
        p_organization text, p_board text, p_group text, p_now timestamptz)
      returns setof text language plpgsql as $$
      declare
        trashed_items text[];
        parents text[];
      begin
        perform item_lanes_lock(array[p_group]);
        with trashed as (
          update items
          set trashed_at = p_now, updated_at = greatest(p_now, updated_at + interval '1 millisecond')
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
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create or replace function item_change_state(
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

      create or replace function item_group_trash(
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
    `);
  }
}
