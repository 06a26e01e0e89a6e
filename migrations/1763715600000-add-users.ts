import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddUsers1763715600000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create table users (
        id text collate "C" primary key,
        email text not null,
        -- The address in lower case: what sign-in and uniqueness go by.
        email_key text not null,
        name text not null,
        avatar text,
        password_hash text,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null
      );
      create unique index users_email_key_idx on users (email_key);

      create table sessions (
        id text collate "C" primary key,
        user_id text collate "C" not null references users (id) on delete cascade,
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        last_seen_at timestamptz(3) not null,
        ip text,
        user_agent text
      );
      create index sessions_user_id_idx on sessions (user_id);
      create index sessions_expires_at_idx on sessions (expires_at);

      create table password_resets (
        -- One row each: a newer token takes the place of the older one.
        user_id text collate "C" primary key references users (id) on delete cascade,
        -- Only a digest: who reads the table cannot reset anything.
        token_digest bytea not null,
        expires_at timestamptz(3) not null
      );
      create unique index password_resets_token_digest_idx on password_resets (token_digest);
      create index password_resets_expires_at_idx on password_resets (expires_at);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop table password_resets;
      drop table sessions;
      drop table users;
    `);
  }
}
