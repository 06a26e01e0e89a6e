import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who takes over from somebody who was removed, should they be removed before that is done (decision 0073). */
export class AddSuccessors1763715910000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`alter table former_members add column successor_id text collate "C"`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table former_members drop column successor_id');
  }
}
