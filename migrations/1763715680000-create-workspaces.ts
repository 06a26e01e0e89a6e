import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateWorkspaces1763715680000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create table workspaces (
        organization_id text collate "C" not null references organizations (id) on delete cascade,
        id text collate "C" not null,
        name text not null,
        description text,
        color text not null,
        icon text,
        visibility text not null check (visibility in ('open', 'closed')),
        created_by text collate "C" not null,
        archived_at timestamptz(3),
        -- Set by workspaces.delete; a job deletes the contents later.
        deleted_at timestamptz(3),
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (organization_id, id)
      );

      create table workspace_members (
        organization_id text collate "C" not null,
        workspace_id text collate "C" not null,
        user_id text collate "C" not null,
        role text not null check (role in ('admin', 'member', 'viewer')),
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null default now(),
        primary key (organization_id, workspace_id, user_id),
        foreign key (organization_id, workspace_id) references workspaces (organization_id, id) on delete cascade,
        foreign key (organization_id, user_id) references members (organization_id, user_id) on delete cascade
      );
      create index workspace_members_user_id_idx on workspace_members (organization_id, user_id);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop table workspace_members;
      drop table workspaces;
    `);
  }
}
