import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateTemplates1763715740000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- The templates of organizations; the built-in ones are code.
      create table templates (
        organization_id text collate "C" not null references organizations (id) on delete cascade,
        id text collate "C" not null,
        kind text not null check (kind in ('board', 'project')),
        name text not null,
        content jsonb not null,
        created_by text collate "C" not null,
        deleted_at timestamptz(3),
        created_at timestamptz(3) not null,
        primary key (organization_id, id)
      );
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop table templates;
    `);
  }
}
