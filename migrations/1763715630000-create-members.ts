import type { MigrationInterface, QueryRunner } from 'typeorm';
import { functionText } from '../src/platform/database/migrations/function-files';

/** Memberships and invitations (decision 0057). */
export class CreateMembers1763715630000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(functionText('members_owner_required'));
    await queryRunner.query(`
      create table members (
        organization_id text collate "C" not null references organizations (id) on delete cascade,
        user_id text collate "C" not null references users (id),
        role text not null check (role in ('owner', 'admin', 'member', 'guest')),
        status text not null check (status in ('active', 'pending', 'deactivated')),
        joined_at timestamptz(3),
        last_active_at timestamptz(3),
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (organization_id, user_id)
      );
      create index members_user_id_idx on members (user_id);
      -- At most one owner at any time; the trigger ensures that there is one at every commit.
      create unique index members_owner_idx on members (organization_id) where role = 'owner';
      create constraint trigger members_owner_required after update of role or delete on members
        deferrable initially deferred for each row when (old.role = 'owner')
        execute function members_owner_required();

      -- Removed members. A row keeps the cursor of a client that is paging through the list of members valid.
      create table former_members (
        organization_id text collate "C" not null references organizations (id) on delete cascade,
        user_id text collate "C" not null,
        removed_at timestamptz(3) not null,
        -- The member who takes over; in case the successor is removed before the job that reassigns everything has finished.
        successor_id text collate "C",
        primary key (organization_id, user_id)
      );

      create table invitations (
        organization_id text collate "C" not null references organizations (id) on delete cascade,
        id text collate "C" not null,
        -- The id that the list of members shows until the person joins; not the id of an account.
        user_id text collate "C" not null,
        email text not null,
        email_key text not null,
        role text not null check (role in ('admin', 'member', 'guest')),
        workspace_ids text[] not null,
        status text not null check (status in ('pending', 'accepted', 'revoked', 'expired')),
        -- Of the newest link; null before the mail is sent and after the invitation has ended.
        token_digest bytea,
        -- The member who sent the invitation last.
        invited_by text collate "C" not null,
        expires_at timestamptz(3) not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (organization_id, id)
      );
      create unique index invitations_email_key_idx on invitations (organization_id, email_key) where status = 'pending';
      create unique index invitations_user_id_idx on invitations (organization_id, user_id);
      create unique index invitations_token_digest_idx on invitations (token_digest) where token_digest is not null;

      -- The invitation mails of the last day, for the limits per organization and per address.
      create table invitation_mails (
        organization_id text collate "C" not null references organizations (id) on delete cascade,
        id bigint not null generated always as identity,
        email_key text not null,
        sent_at timestamptz(3) not null,
        primary key (organization_id, id)
      );
      create index invitation_mails_sent_at_idx on invitation_mails (organization_id, sent_at);
      create index invitation_mails_email_key_idx on invitation_mails (email_key, sent_at);
      create index invitation_mails_age_idx on invitation_mails (sent_at);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop table invitation_mails;
      drop table invitations;
      drop table former_members;
      drop table members;
    `);
  }
}
