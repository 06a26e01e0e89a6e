import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateTokens1763715640000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create table tokens (
        organization_id text collate "C" not null references organizations (id) on delete cascade,
        id text collate "C" not null,
        user_id text collate "C" not null references users (id) on delete cascade,
        name text not null,
        scopes text[] not null,
        secret_digest bytea not null,
        expires_at timestamptz(3),
        last_used_at timestamptz(3),
        created_at timestamptz(3) not null,
        primary key (organization_id, id),
        -- The tokens are deleted with the membership: a member who rejoins does not get them back.
        constraint tokens_member_fkey
          foreign key (organization_id, user_id) references members (organization_id, user_id) on delete cascade
      );
      create unique index tokens_secret_digest_idx on tokens (secret_digest);
      create index tokens_user_id_idx on tokens (organization_id, user_id, id);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop table tokens;
    `);
  }
}
