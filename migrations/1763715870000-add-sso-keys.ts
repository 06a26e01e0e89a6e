import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keys of organizations' own, for encrypted assertions and signed requests (decision 0068). */
export class AddSsoKeys1763715870000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create table sso_keys (
        organization_id text collate "C" not null references organizations (id) on delete cascade,
        purpose text not null check (purpose in ('signing', 'encryption')),
        -- Sealed with a key that the database does not hold.
        sealed_private_key text not null,
        certificate text not null,
        created_at timestamptz(3) not null,
        primary key (organization_id, purpose)
      );

      -- Providers that were set up before know no key to check requests by: for those nothing changes.
      alter table sso_connections add column sign_requests boolean not null default false;
      alter table sso_connections alter column sign_requests drop default;
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      alter table sso_connections drop column sign_requests;
      drop table sso_keys;
    `);
  }
}
