import type { MigrationInterface, QueryRunner } from 'typeorm';
import { functionText } from '../src/platform/database/migrations/function-files';

/** Archives of whole organizations (decision 0131). */
export class CreateOrganizationExports1763716761000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(functionText('organization_exports_remove_content'));
    await queryRunner.query(`
      create table organization_exports (
        organization_id text collate "C" not null references organizations (id) on delete cascade,
        id text collate "C" not null,
        status text not null check (status in ('running', 'ready', 'failed')),
        progress smallint not null,
        storage_key text collate "C",
        size_bytes bigint,
        sha256 text,
        created_by text collate "C" not null,
        created_at timestamptz(3) not null,
        completed_at timestamptz(3),
        expires_at timestamptz(3) not null,
        primary key (organization_id, id)
      );
      create unique index organization_exports_running_idx on organization_exports (organization_id) where status = 'running';
      create index organization_exports_expires_at_idx on organization_exports (expires_at);
      create trigger organization_exports_remove_content after delete on organization_exports referencing old table as deleted
        for each statement execute function organization_exports_remove_content();
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop table organization_exports;
      drop function organization_exports_remove_content;
    `);
  }
}
