import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddColumns1763715680000 implements MigrationInterface {
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

      -- The last number that an auto_number column gave. A row of its own, so that numbering locks no column.
      create table column_counters (
        organization_id text collate "C" not null,
        column_id text collate "C" not null,
        last_number bigint not null,
        primary key (organization_id, column_id),
        foreign key (organization_id, column_id) references columns (organization_id, id) on delete cascade
      );
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop table column_counters;
      drop table columns;
    `);
  }
}
