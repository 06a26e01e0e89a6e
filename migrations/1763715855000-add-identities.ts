import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddIdentities1763715855000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- When somebody first proved that the address is theirs: by a link that was mailed to it, or by a provider's word.
      alter table users add column email_confirmed_at timestamptz(3);

      -- Who people are at sign-in providers. Of people, as accounts are, not of an organization.
      create table identities (
        provider text collate "C" not null check (provider in ('google', 'microsoft', 'github', 'oidc')),
        issuer text collate "C" not null,
        subject text collate "C" not null,
        user_id text collate "C" not null references users (id) on delete cascade,
        created_at timestamptz(3) not null,
        last_used_at timestamptz(3) not null,
        primary key (provider, issuer, subject)
      );
      create index identities_user_id_idx on identities (user_id);

      -- Sign-ins that came back from a provider, by a digest of their state: each counts once.
      create table used_round_trips (
        digest bytea primary key,
        expires_at timestamptz(3) not null
      );
      create index used_round_trips_expires_at_idx on used_round_trips (expires_at);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop table used_round_trips;
      drop table identities;
      alter table users drop column email_confirmed_at;
    `);
  }
}
