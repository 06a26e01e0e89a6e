import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateOrganizations1763715600000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create table organizations (
        id text collate "C" primary key,
        name text not null,
        slug text not null,
        logo text,
        timezone text not null,
        date_format text not null,
        week_start text not null,
        language text not null,
        plan text not null,
        -- The date from which members without a second factor are locked out; null if the organization requires none.
        two_factor_required_from timestamptz(3),
        -- Checked at every call of a session, which reads this row anyway.
        sign_on_enforced boolean not null default false,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        -- Set by organizations.delete; a job deletes the rows of the organization later.
        deleted_at timestamptz(3)
      );
      create unique index organizations_slug_idx on organizations (slug);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop table organizations;
    `);
  }
}
