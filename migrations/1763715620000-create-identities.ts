import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Accounts at sign-in providers. They belong to users, not to organizations. */
export class CreateIdentities1763715620000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create table identities (
        provider text collate "C" not null check (provider in ('google', 'microsoft', 'github', 'oidc')),
        issuer text collate "C" not null,
        subject text collate "C" not null,
        user_id text collate "C" not null references users (id) on delete cascade,
        created_at timestamptz(3) not null,
        last_used_at timestamptz(3) not null,
        -- When the user disconnected the provider. The row stays: without it, the next sign-in would connect the account again.
        disconnected_at timestamptz(3),
        primary key (provider, issuer, subject)
      );
      create index identities_user_id_idx on identities (user_id);

      -- Completed sign-ins, by a digest of their state: each state is accepted once.
      create table used_login_flows (
        digest bytea primary key,
        expires_at timestamptz(3) not null
      );
      create index used_login_flows_expires_at_idx on used_login_flows (expires_at);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop table used_login_flows;
      drop table identities;
    `);
  }
}
