import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Columns, and the computation of formulas and lookups (decisions 0040, 0041 and 0052). */
export class CreateColumns1763715710000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create table columns (
        organization_id text collate "C" not null,
        id text collate "C" not null,
        board_id text collate "C" not null,
        name text not null,
        type text not null,
        position integer not null,
        width integer not null,
        required boolean not null,
        config jsonb not null,
        default_value jsonb,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (organization_id, id),
        foreign key (organization_id, board_id) references boards (organization_id, id) on delete cascade
      );
      create index columns_board_id_idx on columns (organization_id, board_id, position);
      -- The lookups that show a column.
      create index columns_target_idx on columns (organization_id, (config ->> 'targetColumnId') collate "C")
        where config ? 'targetColumnId';
      -- Computed columns, for the days on which the calendar changes their results.
      create index columns_result_idx on columns (organization_id, board_id) where config ? 'result';

      -- The last number that an auto_number column assigned. A separate row, so that numbering does not lock the column.
      create table column_counters (
        organization_id text collate "C" not null,
        column_id text collate "C" not null,
        last_number bigint not null,
        primary key (organization_id, column_id),
        foreign key (organization_id, column_id) references columns (organization_id, id) on delete cascade
      );

      -- Boards whose items are being computed. The row is deleted when the last item is done.
      create table board_computations (
        organization_id text collate "C" not null,
        board_id text collate "C" not null,
        column_ids text[] collate "C" not null,
        -- The columns among column_ids whose index rows are rewritten even if the value does not change.
        rebuilt_ids text[] collate "C" not null default '{}',
        -- The id of the last item that is done; items are processed in the order of their ids.
        after text collate "C" not null,
        done integer not null,
        -- Null until the items are counted.
        total integer,
        primary key (organization_id, board_id),
        foreign key (organization_id, board_id) references boards (organization_id, id) on delete cascade
      );

      -- The day for which an organization's columns were last computed, and the calendar that was used.
      create table computation_days (
        organization_id text collate "C" not null primary key references organizations (id) on delete cascade,
        day text not null,
        calendar text not null
      );
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop table computation_days;
      drop table board_computations;
      drop table column_counters;
      drop table columns;
    `);
  }
}
