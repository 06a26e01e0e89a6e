import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Groups of people, and the workspaces that they and the groups of directories have access to (decision 0133). */
export class CreatePeopleGroups1763716770000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create table people_groups (
        organization_id text collate "C" not null references organizations (id) on delete cascade,
        id text collate "C" not null,
        name text not null,
        -- Unique, ignoring case.
        name_key text collate "C" not null,
        description text,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (organization_id, id)
      );
      create unique index people_groups_name_key_idx on people_groups (organization_id, name_key);

      create table people_group_members (
        organization_id text collate "C" not null,
        group_id text collate "C" not null,
        user_id text collate "C" not null,
        created_at timestamptz(3) not null,
        primary key (organization_id, group_id, user_id),
        foreign key (organization_id, group_id) references people_groups (organization_id, id) on delete cascade,
        foreign key (organization_id, user_id) references members (organization_id, user_id) on delete cascade
      );
      create index people_group_members_user_id_idx on people_group_members (organization_id, user_id);

      create table workspace_groups (
        organization_id text collate "C" not null,
        workspace_id text collate "C" not null,
        -- One of the next two, which exist for their foreign keys.
        group_id text collate "C" not null,
        people_group_id text collate "C",
        directory_group_id text collate "C",
        role text not null check (role in ('admin', 'member', 'viewer')),
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (organization_id, workspace_id, group_id),
        check (num_nonnulls(people_group_id, directory_group_id) = 1
          and group_id = coalesce(people_group_id, directory_group_id)),
        foreign key (organization_id, workspace_id) references workspaces (organization_id, id) on delete cascade,
        foreign key (organization_id, people_group_id) references people_groups (organization_id, id)
          on delete cascade,
        foreign key (organization_id, directory_group_id) references scim_groups (organization_id, id)
          on delete cascade
      );
      create index workspace_groups_group_id_idx on workspace_groups (organization_id, group_id);
      create index workspace_groups_people_group_id_idx on workspace_groups (organization_id, people_group_id);
      create index workspace_groups_directory_group_id_idx on workspace_groups (organization_id, directory_group_id);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop table workspace_groups;
      drop table people_group_members;
      drop table people_groups;
    `);
  }
}
