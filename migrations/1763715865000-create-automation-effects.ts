import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Mails and requests of automations, which go out after the commit of their execution (decision 0096). */
export class CreateAutomationEffects1763715865000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create table automation_effects (
        organization_id text collate "C" not null,
        id text collate "C" not null,
        execution_id text collate "C" not null,
        automation_id text collate "C" not null,
        -- The position of the action in the automation.
        action_index smallint not null,
        -- The host of a request; 'mail' for a mail.
        target text collate "C" not null,
        -- The mail or the request, encrypted. Null once it was sent.
        sealed_content text,
        status text not null check (status in ('pending', 'success', 'failed')),
        -- The next attempt, and during an attempt the end of its lease. Null when there is none.
        due_at timestamptz(3),
        -- Identifies the attempt in progress.
        claim text collate "C",
        attempts integer not null default 0,
        -- Failed attempts since the effect was last scheduled, which determine the next delay.
        failures integer not null default 0,
        response_status integer,
        error text,
        created_at timestamptz(3) not null,
        -- The end of the time that a mail waits for the limit of the organization.
        waits_until timestamptz(3) not null,
        attempted_at timestamptz(3),
        completed_at timestamptz(3),
        primary key (organization_id, id),
        -- Checked at the commit: a dry run, which is rolled back, has no execution.
        foreign key (organization_id, execution_id) references automation_executions (organization_id, id)
          on delete cascade deferrable initially deferred
      );
      create index automation_effects_execution_idx on automation_effects (organization_id, execution_id);
      create index automation_effects_due_idx on automation_effects (organization_id, target, due_at)
        where status = 'pending';
      create index automation_effects_claimed_idx on automation_effects (organization_id, target)
        where claim is not null;

      -- How many mails an organization's automations have sent in the hour that began at started_at.
      create table automation_mail_hours (
        organization_id text collate "C" not null references organizations (id) on delete cascade,
        started_at timestamptz(3) not null,
        mails integer not null,
        primary key (organization_id)
      );
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop table automation_mail_hours;
      drop table automation_effects;
    `);
  }
}
