import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Automations of boards and their executions (decision 0095). */
export class CreateAutomations1763715860000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create table automations (
        organization_id text collate "C" not null,
        id text collate "C" not null,
        board_id text collate "C" not null,
        name text not null,
        enabled boolean not null,
        -- Why Trestle disabled it; null when a user did, and while it is enabled.
        disabled_reason text,
        trigger_type text not null,
        trigger_config jsonb not null,
        -- Filters in their input form.
        conditions jsonb not null,
        actions jsonb not null,
        created_by text collate "C" not null,
        execution_count integer not null default 0,
        last_executed_at timestamptz(3),
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (organization_id, id),
        foreign key (organization_id, board_id) references boards (organization_id, id) on delete cascade
      );
      create index automations_board_id_idx on automations (organization_id, board_id, trigger_type, id);

      create table automation_executions (
        organization_id text collate "C" not null,
        id text collate "C" not null,
        automation_id text collate "C" not null,
        board_id text collate "C" not null,
        -- What fired the automation: an event, a due time, a request. Each fires an automation once.
        cause text collate "C" not null,
        -- The event in the log.
        event_sequence bigint,
        event_day date,
        status text not null check (status in ('queued', 'success', 'failed', 'skipped', 'stopped')),
        -- The type of the trigger, the item and the user.
        triggered_by jsonb not null,
        -- What a hook received.
        payload jsonb,
        -- How many executions led to this one, itself included.
        depth smallint not null,
        -- Whether a user asked for it.
        is_manual boolean not null,
        -- Attempts that ended with an unexpected error.
        attempts smallint not null default 0,
        actions_executed integer not null default 0,
        duration integer,
        error text,
        -- The index of the action that failed.
        failed_action integer,
        executed_at timestamptz(3) not null,
        primary key (organization_id, id),
        foreign key (organization_id, automation_id) references automations (organization_id, id) on delete cascade
      );
      create unique index automation_executions_cause_key on automation_executions (organization_id, automation_id, cause);
      create index automation_executions_automation_idx on automation_executions (organization_id, automation_id, id);
      create index automation_executions_queue_idx on automation_executions (organization_id, board_id, status, id);
      create index automation_executions_executed_at_idx on automation_executions (executed_at);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop table automation_executions;
      drop table automations;
    `);
  }
}
