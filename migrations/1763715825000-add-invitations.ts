import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddInvitations1763715825000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create table invitations (
        organization_id text collate "C" not null references organizations (id) on delete cascade,
        id text collate "C" not null,
        -- What the list of members calls the person by until they join; no account's id (decision 0057).
        user_id text collate "C" not null,
        email text not null,
        email_key text not null,
        role text not null check (role in ('admin', 'member', 'guest')),
        workspace_ids text[] not null,
        status text not null check (status in ('pending', 'accepted', 'revoked', 'expired')),
        -- Only a digest, of the newest link; none before the mail is sent and after the invitation has ended.
        token_digest bytea,
        -- Who vouches for it: the inviter, or whoever sent it last.
        invited_by text collate "C" not null,
        expires_at timestamptz(3) not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (organization_id, id)
      );
      create unique index invitations_email_key_idx on invitations (organization_id, email_key)
        where status = 'pending';
      create unique index invitations_user_id_idx on invitations (organization_id, user_id);
      create unique index invitations_token_digest_idx on invitations (token_digest) where token_digest is not null;

      -- The mails of the last day: what is counted, so that nobody's mailbox is flooded.
      create table invitation_mails (
        organization_id text collate "C" not null,
        id bigint not null generated always as identity,
        email_key text not null,
        sent_at timestamptz(3) not null,
        primary key (organization_id, id),
        foreign key (organization_id) references organizations (id) on delete cascade
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
    `);
  }
}
