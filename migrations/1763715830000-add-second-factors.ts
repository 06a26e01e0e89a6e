import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddSecondFactors1763715830000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- Repeats what second_factors says: the statement that begins a session locks this row and must see it there.
      alter table users add column has_second_factor boolean not null default false;

      alter table sessions
        add column method text not null default 'password'
          check (method in ('password', 'saml', 'oidc', 'provider')),
        -- The organization whose single sign-on began the session.
        add column organization_id text collate "C" references organizations (id) on delete cascade;
      create index sessions_organization_id_idx on sessions (organization_id) where organization_id is not null;

      create table second_factors (
        user_id text collate "C" primary key references users (id) on delete cascade,
        -- The authenticator's key, encrypted: the database alone is not enough to make codes.
        sealed_key text not null,
        begun_at timestamptz(3) not null,
        -- Null until a first code has proved that the authenticator has the key.
        enabled_at timestamptz(3),
        -- The time step of the last code that was taken: neither it nor an older one is taken again.
        last_step bigint not null default 0
      );

      create table recovery_codes (
        user_id text collate "C" not null references second_factors (user_id) on delete cascade,
        -- A code that was used has no row any more.
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
      drop index sessions_organization_id_idx;
      alter table sessions drop column method, drop column organization_id;
      alter table users drop column has_second_factor;
    `);
  }
}
