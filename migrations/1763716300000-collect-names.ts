import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A setting of the index would take precedence over that of the session, with which loads collect more (decision 0109). */
export class CollectNames1763716300000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter index items_name_grams_idx reset (gin_pending_list_limit)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter index items_name_grams_idx set (gin_pending_list_limit = 256)');
  }
}
