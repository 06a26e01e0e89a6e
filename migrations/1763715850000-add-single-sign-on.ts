import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddSingleSignOn1763715850000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- Asked at every call of a session: it stands in the row that names the organization anyway.
      alter table organizations add column sign_on_enforced boolean not null default false;

      create table sso_connections (
        organization_id text collate "C" primary key references organizations (id) on delete cascade,
        type text not null check (type in ('saml', 'oidc')),
        -- SAML: the identity provider's entity id, where browsers are sent, and the certificates that it signs by.
        entity_id text,
        sso_url text,
        certificates text[] not null default '{}',
        -- OpenID Connect.
        issuer text,
        client_id text,
        sealed_client_secret text,
        email_attribute text not null,
        name_attribute text not null,
        groups_attribute text,
        default_role text not null check (default_role in ('member', 'guest')),
        group_roles jsonb not null default '{}',
        domains text[] not null default '{}',
        -- When a round trip through the present settings succeeded last; null since they were changed.
        tested_at timestamptz(3),
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null
      );

      -- Who somebody is at an identity provider, and here.
      create table sso_identities (
        organization_id text collate "C" not null,
        issuer text not null,
        subject text not null,
        user_id text collate "C" not null,
        created_at timestamptz(3) not null,
        -- The person has shown it to be theirs, signed in by other means: owners are let in by no other.
        is_own_proof boolean not null,
        last_used_at timestamptz(3) not null,
        primary key (organization_id, issuer, subject),
        foreign key (organization_id, user_id) references members (organization_id, user_id) on delete cascade
      );
      create unique index sso_identities_user_id_idx on sso_identities (organization_id, user_id, issuer);

      -- Sign-ins that browsers were sent away for and have not come back from.
      create table sso_requests (
        organization_id text collate "C" not null references organizations (id) on delete cascade,
        id text collate "C" not null,
        -- Whose browser it is; null until the link of a test is opened.
        browser_digest bytea,
        -- The administrator whose test it is; null for a sign-in.
        tester_id text collate "C",
        expires_at timestamptz(3) not null,
        primary key (organization_id, id)
      );
      create index sso_requests_expires_at_idx on sso_requests (expires_at);

      -- Assertions that were taken: each counts once while it could be sent again.
      create table sso_used_assertions (
        organization_id text collate "C" not null references organizations (id) on delete cascade,
        digest bytea not null,
        expires_at timestamptz(3) not null,
        primary key (organization_id, digest)
      );
      create index sso_used_assertions_expires_at_idx on sso_used_assertions (expires_at);

      create table sso_domains (
        organization_id text collate "C" not null references organizations (id) on delete cascade,
        id text collate "C" not null,
        domain text collate "C" not null,
        -- What the DNS must say. No secret: it proves something only where it is published.
        proof text not null,
        verified_at timestamptz(3),
        created_at timestamptz(3) not null,
        primary key (organization_id, id)
      );
      create unique index sso_domains_domain_idx on sso_domains (organization_id, domain);
      create unique index sso_domains_verified_idx on sso_domains (domain) where verified_at is not null;
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop table sso_domains;
      drop table sso_used_assertions;
      drop table sso_requests;
      drop table sso_identities;
      drop table sso_connections;
      alter table organizations drop column sign_on_enforced;
    `);
  }
}
