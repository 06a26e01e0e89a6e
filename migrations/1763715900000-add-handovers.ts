import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sign-ons that are carried from an organization's host to the apex (decision 0072). */
export class AddHandovers1763715900000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- The session that one was handed over from, and ends with.
      alter table sessions add column origin_id text collate "C" references sessions (id) on delete cascade;
      create index sessions_origin_id_idx on sessions (origin_id) where origin_id is not null;

      -- Browsers that left the apex to sign on at an organization's host.
      create table oauth_handovers (
        organization_id text collate "C" not null references organizations (id) on delete cascade,
        -- Of the random value in the browser's cookie.
        browser_digest bytea not null,
        -- The request that they go on with.
        continue_to text not null,
        -- Once they are signed on: by which session, and the digest of the code that carries it.
        session_id text collate "C" references sessions (id) on delete cascade,
        code_digest bytea,
        expires_at timestamptz(3) not null,
        primary key (organization_id, browser_digest)
      );
      create unique index oauth_handovers_code_digest_idx on oauth_handovers (code_digest)
        where code_digest is not null;
      create index oauth_handovers_session_id_idx on oauth_handovers (session_id) where session_id is not null;
      create index oauth_handovers_expires_at_idx on oauth_handovers (expires_at);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop table oauth_handovers;
      drop index sessions_origin_id_idx;
      alter table sessions drop column origin_id;
    `);
  }
}
