import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddImports1763715790000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- Imports of files, under way or ended; kept for a month.
      create table imports (
        organization_id text collate "C" not null,
        id text collate "C" not null,
        -- Null as long as the board is not made; it may be gone by now.
        board_id text collate "C",
        status text not null check (status in ('running', 'done', 'failed')),
        total integer not null,
        done integer not null,
        problems jsonb not null,
        -- What a job takes up; null when there is nothing left to do.
        work jsonb,
        created_by text collate "C" not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (organization_id, id)
      );
      create index imports_created_at_idx on imports (created_at);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`drop table imports`);
  }
}
