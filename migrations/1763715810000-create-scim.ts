import type { MigrationInterface, QueryRunner } from 'typeorm';
import { functionText } from '../src/platform/database/migrations/function-files';

/** Members and groups from a directory with SCIM 2.0 (decision 0067). */
export class CreateScim1763715810000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(functionText('scim_groups_touch'));
    await queryRunner.query(`
      create table scim_tokens (
        organization_id text collate "C" not null references organizations (id) on delete cascade,
        id text collate "C" not null,
        name text not null,
        secret_digest bytea not null,
        created_by text collate "C" not null,
        -- The personal token that created this token, which ends with it.
        created_with text collate "C",
        expires_at timestamptz(3),
        last_used_at timestamptz(3),
        created_at timestamptz(3) not null,
        primary key (organization_id, id),
        foreign key (organization_id, created_with) references tokens (organization_id, id) on delete cascade
      );
      create index scim_tokens_created_with_idx on scim_tokens (organization_id, created_with);
      create unique index scim_tokens_secret_digest_idx on scim_tokens (secret_digest);
      create index scim_tokens_expires_at_idx on scim_tokens (expires_at);

      -- Accounts that an organization created for its members. A row outlives the membership, so that a returning member is
      -- recognized; it has no effect while the user is a member of another organization too.
      create table provisioned_accounts (
        organization_id text collate "C" not null references organizations (id) on delete cascade,
        user_id text collate "C" not null references users (id) on delete cascade,
        created_at timestamptz(3) not null,
        primary key (organization_id, user_id)
      );
      create index provisioned_accounts_user_id_idx on provisioned_accounts (user_id);

      -- A member's attributes in the directory. A member without a row or a user name is identified by their address.
      create table scim_users (
        organization_id text collate "C" not null,
        user_id text collate "C" not null,
        user_name text,
        user_name_key text collate "C",
        external_id text collate "C",
        display_name text,
        formatted_name text,
        given_name text,
        family_name text,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (organization_id, user_id),
        foreign key (organization_id, user_id) references members (organization_id, user_id) on delete cascade
      );
      create unique index scim_users_user_name_key_idx on scim_users (organization_id, user_name_key);
      create index scim_users_external_id_idx on scim_users (organization_id, external_id);

      create table scim_groups (
        organization_id text collate "C" not null references organizations (id) on delete cascade,
        id text collate "C" not null,
        display_name text not null,
        display_name_key text collate "C" not null,
        external_id text collate "C",
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (organization_id, id)
      );
      create unique index scim_groups_display_name_key_idx on scim_groups (organization_id, display_name_key);
      create index scim_groups_external_id_idx on scim_groups (organization_id, external_id);

      create table scim_group_members (
        organization_id text collate "C" not null,
        group_id text collate "C" not null,
        user_id text collate "C" not null,
        primary key (organization_id, group_id, user_id),
        foreign key (organization_id, group_id) references scim_groups (organization_id, id) on delete cascade,
        foreign key (organization_id, user_id) references members (organization_id, user_id) on delete cascade
      );
      create index scim_group_members_user_id_idx on scim_group_members (organization_id, user_id);
      -- A group's version changes with its members, also when a membership in the organization is deleted.
      create trigger scim_group_members_deleted after delete on scim_group_members
        referencing old table as removed for each statement execute function scim_groups_touch();
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop table scim_group_members;
      drop table scim_groups;
      drop table scim_users;
      drop table provisioned_accounts;
      drop table scim_tokens;
    `);
  }
}
