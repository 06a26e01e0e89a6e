import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The index of all comments of an item, for its foreign key, no longer has their order. In the same order as the index of
 * top-level comments, it was used for pages of these, and read all replies.
 */
export class IndexCommentsByItem1763715820000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop index comments_item_id_all_idx;
      create index comments_item_id_all_idx on comments (organization_id, item_id);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop index comments_item_id_all_idx;
      create index comments_item_id_all_idx on comments (organization_id, item_id, id);
    `);
  }
}
