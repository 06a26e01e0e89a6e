import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateProjects1763715690000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create table projects (
        organization_id text collate "C" not null,
        id text collate "C" not null,
        workspace_id text collate "C" not null,
        name text not null,
        description text,
        icon text,
        created_by text collate "C" not null,
        archived_at timestamptz(3),
        deleted_at timestamptz(3),
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (organization_id, id),
        foreign key (organization_id, workspace_id) references workspaces (organization_id, id)
      );
      create index projects_workspace_id_idx on projects (organization_id, workspace_id, id);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop table projects;
    `);
  }
}
