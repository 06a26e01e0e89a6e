import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Imports of files (decision 0054). */
export class CreateImports1763715750000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- Running and completed imports; deleted after a month.
      create table imports (
        organization_id text collate "C" not null,
        id text collate "C" not null,
        -- Null until the board is created; the board may have been deleted since.
        board_id text collate "C",
        status text not null check (status in ('running', 'done', 'failed')),
        total integer not null,
        done integer not null,
        problems jsonb not null,
        -- The input of the job; null when nothing is left to do.
        work jsonb,
        created_by text collate "C" not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (organization_id, id)
      );
      create index imports_created_at_idx on imports (created_at);

      -- Uploaded files that no job has taken over yet. The row is written before the file, so that a process that dies in
      -- between leaves no unknown file.
      create table import_uploads (
        organization_id text collate "C" not null,
        storage_key text collate "C" not null,
        created_at timestamptz(3) not null,
        primary key (organization_id, storage_key)
      );
      create index import_uploads_created_at_idx on import_uploads (created_at);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop table import_uploads;
      drop table imports;
    `);
  }
}
