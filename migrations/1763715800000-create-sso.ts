import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Single sign-on with SAML and OpenID Connect (decisions 0068 and 0069). */
export class CreateSso1763715800000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create table sso_connections (
        organization_id text collate "C" primary key references organizations (id) on delete cascade,
        type text not null check (type in ('saml', 'oidc')),
        -- SAML: the identity provider's entity id, sign-in address and signing certificates.
        entity_id text,
        sso_url text,
        certificates text[] not null default '{}',
        sign_requests boolean not null,
        -- SAML: where browsers sign out, and where the provider expects the responses to its own requests.
        slo_url text,
        slo_response_url text,
        -- OpenID Connect.
        issuer text,
        client_id text,
        sealed_client_secret text,
        -- Requested beside openid, email and profile.
        scopes text[] not null default '{}',
        email_attribute text not null,
        name_attribute text not null,
        groups_attribute text,
        default_role text not null check (default_role in ('member', 'guest')),
        group_roles jsonb not null default '{}',
        domains text[] not null default '{}',
        -- When a sign-in with the current settings last succeeded; null since the last change of settings.
        tested_at timestamptz(3),
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null
      );

      -- Keys of an organization, for encrypted assertions and signed requests.
      create table sso_keys (
        organization_id text collate "C" not null references organizations (id) on delete cascade,
        purpose text not null check (purpose in ('signing', 'encryption')),
        -- Encrypted with a key that the database does not contain.
        sealed_private_key text not null,
        certificate text not null,
        created_at timestamptz(3) not null,
        primary key (organization_id, purpose)
      );

      -- Which notices about an expiring certificate were sent, and how many days before its end.
      create table sso_certificate_notices (
        organization_id text collate "C" not null references sso_connections (organization_id) on delete cascade,
        fingerprint text collate "C" not null,
        days integer not null,
        created_at timestamptz(3) not null,
        primary key (organization_id, fingerprint, days)
      );

      create table sso_domains (
        organization_id text collate "C" not null references organizations (id) on delete cascade,
        id text collate "C" not null,
        domain text collate "C" not null,
        -- The value that the DNS must publish; not a secret.
        proof text not null,
        verified_at timestamptz(3),
        created_at timestamptz(3) not null,
        primary key (organization_id, id)
      );
      create unique index sso_domains_domain_idx on sso_domains (organization_id, domain);
      create unique index sso_domains_verified_idx on sso_domains (domain) where verified_at is not null;

      -- The accounts of members at identity providers.
      create table sso_identities (
        organization_id text collate "C" not null,
        issuer text not null,
        subject text not null,
        user_id text collate "C" not null,
        created_at timestamptz(3) not null,
        -- The member confirmed the account while signed in by other means. Owners can use only such identities.
        is_self_verified boolean not null,
        last_used_at timestamptz(3) not null,
        primary key (organization_id, issuer, subject),
        foreign key (organization_id, user_id) references members (organization_id, user_id) on delete cascade
      );
      create unique index sso_identities_user_id_idx on sso_identities (organization_id, user_id, issuer);

      -- Sign-ins whose browser has not returned from the identity provider yet.
      create table sso_requests (
        organization_id text collate "C" not null references organizations (id) on delete cascade,
        id text collate "C" not null,
        -- Identifies the browser; null until the link of a test is opened.
        browser_digest bytea,
        -- The administrator who runs the test; null for a sign-in.
        tester_id text collate "C",
        expires_at timestamptz(3) not null,
        primary key (organization_id, id)
      );
      create index sso_requests_expires_at_idx on sso_requests (expires_at);

      -- Accepted assertions and logout requests: each is accepted once.
      create table sso_used_messages (
        organization_id text collate "C" not null references organizations (id) on delete cascade,
        digest bytea not null,
        expires_at timestamptz(3) not null,
        primary key (organization_id, digest)
      );
      create index sso_used_messages_expires_at_idx on sso_used_messages (expires_at);

      -- The provider's names for a session and its user, for single logout in both directions.
      create table sso_sessions (
        organization_id text collate "C" not null references organizations (id) on delete cascade,
        session_id text collate "C" primary key references sessions (id) on delete cascade,
        issuer text not null,
        subject text not null,
        -- The attributes of the NameID: format and qualifiers.
        subject_attributes jsonb not null,
        session_index text
      );
      create index sso_sessions_subject_idx on sso_sessions (organization_id, issuer, subject);

      -- Sign-outs whose browser has not returned from the identity provider yet.
      create table sso_logouts (
        organization_id text collate "C" not null references organizations (id) on delete cascade,
        id text collate "C" not null,
        browser_digest bytea not null,
        expires_at timestamptz(3) not null,
        primary key (organization_id, id)
      );
      create index sso_logouts_expires_at_idx on sso_logouts (expires_at);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop table sso_logouts;
      drop table sso_sessions;
      drop table sso_used_messages;
      drop table sso_requests;
      drop table sso_identities;
      drop table sso_domains;
      drop table sso_certificate_notices;
      drop table sso_keys;
      drop table sso_connections;
    `);
  }
}
