import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When automations with a schedule are due (decision 0099). */
export class CreateAutomationSchedules1763715870000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- A row exists while the automation is enabled and has a trigger with a schedule.
      create table automation_schedules (
        organization_id text collate "C" not null,
        automation_id text collate "C" not null,
        next_at timestamptz(3) not null,
        -- The zone in which next_at was computed.
        time_zone text not null,
        -- The local day whose dates arrive next; null for a cron expression.
        day date,
        -- The last item of the day that has an execution, while others of the day have none.
        after_item text collate "C",
        primary key (organization_id, automation_id),
        foreign key (organization_id, automation_id) references automations (organization_id, id) on delete cascade
      );
      create index automation_schedules_next_at_idx on automation_schedules (next_at);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop table automation_schedules');
  }
}
