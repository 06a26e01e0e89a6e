import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateBoards1763715700000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create table boards (
        organization_id text collate "C" not null,
        id text collate "C" not null,
        workspace_id text collate "C" not null,
        project_id text collate "C" not null,
        name text not null,
        default_view text not null check (default_view in ('board', 'table', 'timeline', 'calendar', 'visual')),
        -- Incremented with every change of a group or a column: writers check that the structure they validated against is current.
        structure_version bigint not null default 0,
        created_by text collate "C" not null,
        deleted_at timestamptz(3),
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (organization_id, id),
        foreign key (organization_id, project_id) references projects (organization_id, id),
        foreign key (organization_id, workspace_id) references workspaces (organization_id, id)
      );
      create index boards_project_id_idx on boards (organization_id, project_id, id);
      create index boards_workspace_id_idx on boards (organization_id, workspace_id);

      create table groups (
        organization_id text collate "C" not null,
        id text collate "C" not null,
        board_id text collate "C" not null,
        name text not null,
        color text not null,
        position integer not null,
        collapsed boolean not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (organization_id, id),
        foreign key (organization_id, board_id) references boards (organization_id, id) on delete cascade
      );
      create index groups_board_id_idx on groups (organization_id, board_id, position);

      -- Guests with whom a board is shared (decision 0056).
      create table board_members (
        organization_id text collate "C" not null,
        board_id text collate "C" not null,
        user_id text collate "C" not null,
        permission text not null check (permission in ('view', 'edit')),
        added_by text collate "C" not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (organization_id, board_id, user_id),
        foreign key (organization_id, board_id) references boards (organization_id, id) on delete cascade,
        foreign key (organization_id, user_id) references members (organization_id, user_id) on delete cascade
      );
      create index board_members_user_id_idx on board_members (organization_id, user_id);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop table board_members;
      drop table groups;
      drop table boards;
    `);
  }
}
