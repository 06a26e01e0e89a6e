import type { MigrationInterface, QueryRunner } from 'typeorm';
import { functionText } from '../src/platform/database/migrations/function-files';

/** Items in ranked lists with counters (decisions 0014 and 0015), the index of their values (0016), Trash (0042). */
export class CreateItems1763715720000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(functionText('item_name_grams'));
    await queryRunner.query(`
      -- Ranks of appended items: always above every rank assigned before.
      create sequence item_ranks;
      -- Distinguishes ranks that are inserted between the same two at the same time (item_rank_suffix).
      create sequence item_rank_suffixes maxvalue 99999 cycle cache 16;

      create table items (
        organization_id text collate "C" not null,
        id text collate "C" not null,
        board_id text collate "C" not null,
        group_id text collate "C" not null,
        parent_id text collate "C",
        name text not null,
        -- The name as lists sort it: natural, ignoring case and accents.
        name_key text collate "C" not null,
        description text,
        values jsonb not null,
        rank numeric not null,
        -- The list that contains the item: its group, its parent, or the archive of either; null in Trash.
        lane text collate "C" generated always as (
          case
            when trashed_at is not null then null
            when archived_at is not null then 'archived:' || coalesce(parent_id, group_id)
            else coalesce(parent_id, group_id)
          end) stored,
        created_by text collate "C" not null,
        archived_at timestamptz(3),
        trashed_at timestamptz(3),
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        -- No foreign key to boards: board_structure_lock reads the board in the same transaction, and a key would lock
        -- the board's row once more for each item (decision 0016).
        primary key (organization_id, id),
        foreign key (organization_id, parent_id) references items (organization_id, id) on delete cascade
      -- Leaves space on the page for the next version of a row: a changed value then changes no index (HOT).
      ) with (fillfactor = 85);
      create index items_lane_rank_idx on items (organization_id, lane, rank, id) where lane is not null;
      create index items_lane_name_idx on items (organization_id, lane, name_key, rank, id) where lane is not null;
      create index items_lane_created_at_idx on items (organization_id, lane, created_at, rank, id) where lane is not null;
      create index items_lane_created_by_idx on items (organization_id, lane, created_by, rank, id) where lane is not null;
      create index items_board_id_idx on items (organization_id, board_id, id);
      create index items_parent_id_idx on items (organization_id, parent_id) where parent_id is not null;
      -- Every search reads the pending list in full: it is merged into the index at a quarter of a megabyte.
      create index items_name_grams_idx on items using gin (item_name_grams(board_id, name))
        with (gin_pending_list_limit = 256);

      -- The index of items.values, written with it and never read for display. It has no foreign keys: each would cost
      -- a look-up per row at every creation, and the statements that change items create and delete these rows.
      create table item_values (
        organization_id text collate "C" not null,
        column_id text collate "C" not null,
        item_id text collate "C" not null,
        -- Row 0 has the sort key; further rows contain only the other references of a value with several.
        ordinal smallint not null,
        lane text collate "C",
        rank numeric not null,
        number_key double precision,
        text_key text collate "C",
        ref text collate "C",
        -- The rows of an item are adjacent: they are created, moved and deleted together.
        primary key (organization_id, item_id, column_id, ordinal)
      -- Leaves space for the next version of a row on the same page.
      ) with (fillfactor = 85);
      create index item_values_number_key_idx on item_values (organization_id, column_id, lane, number_key, rank, item_id)
        where number_key is not null and lane is not null;
      create index item_values_text_key_idx on item_values (organization_id, column_id, lane, text_key, rank, item_id)
        where text_key is not null and lane is not null;
      create index item_values_ref_idx on item_values (organization_id, ref, column_id, item_id) where ref is not null;

      -- The number of live items of a list from the previous end_rank (inclusive) to end_rank (exclusive): level 1 in runs of
      -- about fifty items, level 2 in blocks of about fifty runs. A position is a sum over few rows at any length of the list. A
      -- counter has several rows if several transactions added to it at the same time, so that none waits for another's commit;
      -- maintenance merges them.
      create table item_runs (
        organization_id text collate "C" not null,
        lane text collate "C" not null,
        level smallint not null,
        end_rank numeric not null,
        -- The process id of the connection that created the row; 0 is maintenance.
        writer integer not null,
        live integer not null,
        primary key (organization_id, lane, level, end_rank, writer)
      ) with (fillfactor = 50);

      -- A row for each item that was moved to Trash itself; sub-items that were moved with their parent have none. It has the
      -- workspace, so that a page for a user with access to some workspaces reads one range of each.
      create table trash_entries (
        organization_id text collate "C" not null,
        item_id text collate "C" not null,
        board_id text collate "C" not null,
        workspace_id text collate "C" not null,
        trashed_at timestamptz(3) not null,
        trashed_by text collate "C",
        -- Set when the item is restored or purged: until this time the row remains, so that a cursor that names it is valid.
        tombstone_until timestamptz(3),
        primary key (organization_id, item_id)
      );
      create index trash_entries_workspace_id_idx on trash_entries (organization_id, workspace_id, trashed_at, item_id)
        where tombstone_until is null;
      create index trash_entries_board_id_idx on trash_entries (organization_id, board_id, trashed_at, item_id)
        where tombstone_until is null;
      -- For the daily purge, which covers all organizations at once.
      create index trash_entries_trashed_at_idx on trash_entries (trashed_at) where tombstone_until is null;
      create index trash_entries_tombstone_until_idx on trash_entries (tombstone_until) where tombstone_until is not null;
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop table trash_entries;
      drop table item_runs;
      drop table item_values;
      -- Also drops the functions that return its rows; migrate creates them again.
      drop table items cascade;
      drop sequence item_rank_suffixes;
      drop sequence item_ranks;
    `);
  }
}
