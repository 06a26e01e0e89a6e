import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Addresses that fire automations (decision 0098). */
export class CreateAutomationHooks1763715880000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create table automation_hooks (
        organization_id text collate "C" not null,
        automation_id text collate "C" not null,
        -- The secret in the URL, encrypted, so that its creator can see the URL again.
        sealed_secret text not null,
        -- The secret that signs requests, encrypted. Null when they need no signature.
        sealed_signing_secret text,
        primary key (organization_id, automation_id),
        foreign key (organization_id, automation_id) references automations (organization_id, id) on delete cascade
      );
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop table automation_hooks');
  }
}
