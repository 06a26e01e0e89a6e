import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateSchedule1763715670000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- When each scheduled task was last claimed: one row per task, which is updated.
      create table schedule_slots (
        name text primary key,
        slot timestamptz not null
      );
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop table schedule_slots;
    `);
  }
}
