import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Users, their sessions, passwords and second factors. Secrets are stored as digests or encrypted. */
export class CreateAccounts1763715610000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create table users (
        id text collate "C" primary key,
        email text not null,
        -- The address in lower case, for sign-in and uniqueness.
        email_key text not null,
        -- When the user first proved to own the address: with a mailed link or through a sign-in provider.
        email_confirmed_at timestamptz(3),
        name text not null,
        avatar text,
        password_hash text,
        -- Repeats second_factors: the statement that creates a session locks this row and must see it here.
        has_second_factor boolean not null default false,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null
      );
      create unique index users_email_key_idx on users (email_key);

      create table sessions (
        id text collate "C" primary key,
        user_id text collate "C" not null references users (id) on delete cascade,
        method text not null default 'password' check (method in ('password', 'saml', 'oidc', 'provider')),
        -- The organization whose single sign-on created the session.
        organization_id text collate "C" references organizations (id) on delete cascade,
        -- The session that this one was transferred from; both end together.
        origin_id text collate "C" references sessions (id) on delete cascade,
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        last_seen_at timestamptz(3) not null,
        ip text,
        user_agent text
      );
      create index sessions_user_id_idx on sessions (user_id);
      create index sessions_expires_at_idx on sessions (expires_at);
      create index sessions_organization_id_idx on sessions (organization_id) where organization_id is not null;
      create index sessions_origin_id_idx on sessions (origin_id) where origin_id is not null;

      create table password_resets (
        -- One row per user: a newer token replaces the older one.
        user_id text collate "C" primary key references users (id) on delete cascade,
        token_digest bytea not null,
        expires_at timestamptz(3) not null
      );
      create unique index password_resets_token_digest_idx on password_resets (token_digest);
      create index password_resets_expires_at_idx on password_resets (expires_at);

      create table second_factors (
        user_id text collate "C" primary key references users (id) on delete cascade,
        -- The authenticator's key, encrypted with a key that the database does not contain.
        sealed_key text not null,
        started_at timestamptz(3) not null,
        -- Null until a first code has proved that the authenticator has the key.
        enabled_at timestamptz(3),
        -- The time step of the last accepted code: it and older ones are not accepted again.
        last_step bigint not null default 0
      );

      -- A used code has no row.
      create table recovery_codes (
        user_id text collate "C" not null references second_factors (user_id) on delete cascade,
        digest bytea not null,
        primary key (user_id, digest)
      );

      create table credential_attempts (
        user_id text collate "C" not null references users (id) on delete cascade,
        kind text not null check (kind in ('password', 'second-factor')),
        count integer not null,
        since timestamptz(3) not null,
        primary key (user_id, kind)
      );
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop table credential_attempts;
      drop table recovery_codes;
      drop table second_factors;
      drop table password_resets;
      drop table sessions;
      drop table users;
    `);
  }
}
