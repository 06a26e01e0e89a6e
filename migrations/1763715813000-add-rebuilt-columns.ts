import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Computed columns whose results have another type and so sort by other keys (decision 0052). */
export class AddRebuiltColumns1763715813000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- Those of column_ids whose index rows are written again also where the value stays.
      alter table board_computations add column rebuilt_ids text[] collate "C" not null default '{}';
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`alter table board_computations drop column rebuilt_ids`);
  }
}
