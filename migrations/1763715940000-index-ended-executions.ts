import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The log shows executions that have ended; those that wait can be thousands. */
export class IndexEndedExecutions1763715940000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create index automation_executions_log_idx on automation_executions (organization_id, automation_id, id)
        where status <> 'queued';
      drop index automation_executions_automation_idx;
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create index automation_executions_automation_idx on automation_executions (organization_id, automation_id, id);
      drop index automation_executions_log_idx;
    `);
  }
}
