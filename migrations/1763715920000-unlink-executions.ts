import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The executions of a deleted automation are deleted in the background, because there can be a hundred thousand. */
export class UnlinkExecutions1763715920000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      alter table automation_executions drop constraint automation_executions_organization_id_automation_id_fkey;
      create index automation_effects_failed_idx on automation_effects (completed_at) where status = 'failed';
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop index automation_effects_failed_idx;
      delete from automation_executions execution where not exists (
        select from automations automation
        where automation.organization_id = execution.organization_id and automation.id = execution.automation_id);
      alter table automation_executions add constraint automation_executions_organization_id_automation_id_fkey
        foreign key (organization_id, automation_id) references automations (organization_id, id) on delete cascade;
    `);
  }
}
