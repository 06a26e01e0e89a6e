import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When an account was deleted: its row remains, because content refers to its id (decision 0142). */
export class MarkDeletedAccounts1763716851000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table users add deleted_at timestamptz(3)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table users drop deleted_at');
  }
}
