import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a member's workspace role was last changed, so that who changes it can say what they have seen. */
export class AddMembershipVersions1763715811500 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- The default is for processes of an older release while an upgrade rolls through.
      alter table workspace_members add column updated_at timestamptz(3) not null default now();
      update workspace_members set updated_at = created_at;
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table workspace_members drop column updated_at');
  }
}
