import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Single logout, and mails about certificates that are about to end (decision 0069). */
export class AddSingleLogout1763715870001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- Where browsers are sent to sign out at the identity provider, and where it wants its own requests answered.
      alter table sso_connections add column slo_url text, add column slo_response_url text;

      -- What the provider calls a session of ours and its person, to tell it, and to be told, that it has ended.
      create table sso_sessions (
        organization_id text collate "C" not null references organizations (id) on delete cascade,
        session_id text collate "C" primary key references sessions (id) on delete cascade,
        issuer text not null,
        subject text not null,
        -- The name's own attributes: format and qualifiers.
        subject_attributes jsonb not null,
        session_index text
      );
      create index sso_sessions_subject_idx on sso_sessions (organization_id, issuer, subject);

      -- Sign-outs that browsers were sent away for and have not come back from.
      create table sso_logouts (
        organization_id text collate "C" not null references organizations (id) on delete cascade,
        id text collate "C" not null,
        browser_digest bytea not null,
        expires_at timestamptz(3) not null,
        primary key (organization_id, id)
      );
      create index sso_logouts_expires_at_idx on sso_logouts (expires_at);

      -- Certificates whose end was told of, and how many days ahead.
      create table sso_certificate_notices (
        organization_id text collate "C" not null references sso_connections (organization_id) on delete cascade,
        fingerprint text collate "C" not null,
        days integer not null,
        created_at timestamptz(3) not null,
        primary key (organization_id, fingerprint, days)
      );
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop table sso_certificate_notices;
      drop table sso_logouts;
      drop table sso_sessions;
      alter table sso_connections drop column slo_url, drop column slo_response_url;
    `);
  }
}
