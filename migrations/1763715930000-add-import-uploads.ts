import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What lies in the storage for imports and no job has taken over yet (decision 0054). */
export class AddImportUploads1763715930000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- Written before the file is, so that a process that dies in between leaves nothing that is not known of.
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
    await queryRunner.query(`drop table import_uploads`);
  }
}
