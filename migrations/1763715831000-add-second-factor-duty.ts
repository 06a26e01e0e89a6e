import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddSecondFactorDuty1763715831000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- From when on members without a second factor are kept out; null: the organization asks for none.
      alter table organizations add column two_factor_required_from timestamptz(3);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table organizations drop column two_factor_required_from');
  }
}
