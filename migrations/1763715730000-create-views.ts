import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateViews1763715730000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create table views (
        organization_id text collate "C" not null,
        id text collate "C" not null,
        board_id text collate "C" not null,
        name text not null,
        layout text not null,
        filters jsonb not null,
        sort_by text,
        sort_dir text not null,
        group_by text,
        hidden_columns text[] not null,
        created_by text collate "C" not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (organization_id, id),
        foreign key (organization_id, board_id) references boards (organization_id, id) on delete cascade
      );
      create index views_board_id_idx on views (organization_id, board_id, id);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop table views;
    `);
  }
}
