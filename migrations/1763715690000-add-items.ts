import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Ranks and their counters (decision 0014), lanes (0015), the index of values (0016). */
export class AddItems1763715690000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- Ranks of items that are appended: always above every rank given before.
      create sequence item_ranks;

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
        -- The list that the item stands in: its group's, its parent's, or the archive's half of either; none in Trash.
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
        -- No foreign key to boards: board_structure_hold looks the board up in the same transaction, and a key would lock
        -- the board's row once more for each item (decision 0016).
        primary key (organization_id, id),
        foreign key (organization_id, parent_id) references items (organization_id, id) on delete cascade
      -- Room on the page for the next version of a row: a changed value then touches no index (HOT).
      ) with (fillfactor = 85);
      create index items_lane_rank_idx on items (organization_id, lane, rank, id) where lane is not null;
      create index items_lane_name_idx on items (organization_id, lane, name_key, rank, id) where lane is not null;
      create index items_lane_created_at_idx on items (organization_id, lane, created_at, rank, id)
        where lane is not null;
      create index items_board_id_idx on items (organization_id, board_id, id);
      create index items_parent_id_idx on items (organization_id, parent_id) where parent_id is not null;
      create index items_trashed_at_idx on items (organization_id, board_id, trashed_at, id)
        where trashed_at is not null;

      -- The index of items.values, written with it and never read for display. It has no foreign keys: each would cost
      -- a look-up per row at every creation, and its rows are made and removed by the statements that change items.
      create table item_values (
        organization_id text collate "C" not null,
        column_id text collate "C" not null,
        item_id text collate "C" not null,
        -- 0 carries the sort key; further rows only references of a value that has several.
        ordinal smallint not null,
        lane text collate "C",
        rank numeric not null,
        number_key double precision,
        text_key text collate "C",
        ref text collate "C",
        -- An item's rows lie together: they are made, moved and removed together.
        primary key (organization_id, item_id, column_id, ordinal)
      -- Room for the next version of a row beside the item's other ones.
      ) with (fillfactor = 85);
      create index item_values_number_key_idx
        on item_values (organization_id, column_id, lane, number_key, rank, item_id)
        where number_key is not null and lane is not null;
      create index item_values_text_key_idx
        on item_values (organization_id, column_id, lane, text_key, rank, item_id)
        where text_key is not null and lane is not null;
      create index item_values_ref_idx on item_values (organization_id, ref, column_id, item_id) where ref is not null;

      -- Turns of those that insert between two ranks (item_rank_between).
      create sequence item_rank_turns maxvalue 99999 cycle cache 16;

      -- How many live items there are from the end before up to, and without, a rank: level 1 in runs of about fifty
      -- items, level 2 in blocks of about fifty runs. A position is a sum over few rows at any size of the list; counted
      -- to their ends, what stands before a rank is one range of each level. A counter
      -- has several rows when several have added to it at once, so that nobody waits for another's commit; upkeep makes
      -- them one again.
      create table item_runs (
        organization_id text collate "C" not null,
        lane text collate "C" not null,
        level smallint not null,
        end_rank numeric not null,
        -- The process of the connection that made the row; 0 is upkeep.
        writer integer not null,
        live integer not null,
        primary key (organization_id, lane, level, end_rank, writer)
      ) with (fillfactor = 50);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop table item_runs;
      drop table item_values;
      drop table items;
      drop sequence item_rank_turns;
      drop sequence item_ranks;
    `);
  }
}
