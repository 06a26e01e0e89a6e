import type { MigrationInterface, QueryRunner } from 'typeorm';

export class RecordScheduleRuns1763715890000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- The last run of each scheduled work, and of each kind of expiring rows within one.
      create table schedule_runs (
        name text not null,
        -- The kind of expiring rows; empty for the work itself.
        kind text not null default '',
        started_at timestamptz not null,
        -- Null while the run lasts, and after its process was killed.
        duration_ms integer,
        outcome text not null check (outcome in ('running', 'succeeded', 'interrupted', 'failed')),
        -- Null where the work does not count.
        rows_removed bigint,
        -- The class and the message of the error of a failed run.
        error text,
        last_succeeded_at timestamptz,
        primary key (name, kind)
      ) with (fillfactor = 50);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop table schedule_runs;
    `);
  }
}
