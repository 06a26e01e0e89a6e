import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddScheduleSlots1763715730000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- When each scheduled work was last claimed. One row each, moved on, so that nothing has to be swept here.
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
