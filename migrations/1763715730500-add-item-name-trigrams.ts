import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Parts of item names, for `search` and `contains` (decision 0038). */
export class AddItemNameTrigrams1763715730500 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create extension if not exists pg_trgm;
      create extension if not exists btree_gin;
      -- The organization first, so that a text that is frequent elsewhere costs nothing here. What is new waits in a short
      -- list, which every search reads whole, and is sorted in once it has grown to a quarter of a megabyte.
      create index items_name_trigrams_idx on items using gin (organization_id, lower(name) gin_trgm_ops)
        with (gin_pending_list_limit = 256);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop index items_name_trigrams_idx');
  }
}
