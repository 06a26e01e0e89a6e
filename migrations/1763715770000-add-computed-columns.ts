import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Computed columns (decision 0040) and those that look at others (0041). */
export class AddComputedColumns1763715770000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- Which columns look at this one.
      create index columns_target_idx on columns (organization_id, (config ->> 'targetColumnId') collate "C")
        where config ? 'targetColumnId';
      -- Columns that compute something, for the days on which the calendar changes their results.
      create index columns_result_idx on columns (organization_id, board_id) where config ? 'result';

      -- Boards whose items are being computed: which columns, and how far. A row is there as long as that takes.
      create table board_computations (
        organization_id text collate "C" not null,
        board_id text collate "C" not null,
        column_ids text[] collate "C" not null,
        -- The last item that is done; items are taken by their ids.
        after text collate "C" not null,
        done integer not null,
        -- Null until the items are counted.
        total integer,
        primary key (organization_id, board_id),
        foreign key (organization_id, board_id) references boards (organization_id, id) on delete cascade
      );

      -- The day that an organization's columns were last computed for, and the calendar by which it was that day.
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
      drop index columns_result_idx;
      drop index columns_target_idx;
    `);
  }
}
