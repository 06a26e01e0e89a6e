import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The index of top-level comments gets an order that no other index has. Pages used the primary key, which has the comments of
 * all items, or the index of all comments of an item, which has the replies; the latter is only for the foreign key.
 */
export class IndexCommentsByItem1763715820000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop index comments_item_id_all_idx;
      create index comments_item_id_all_idx on comments (organization_id, item_id);
      drop index comments_item_id_idx;
      create index comments_item_id_idx on comments (organization_id, (item_id || id))
        where parent_id is null and tombstone_until is null;
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop index comments_item_id_all_idx;
      create index comments_item_id_all_idx on comments (organization_id, item_id, id);
      drop index comments_item_id_idx;
      create index comments_item_id_idx on comments (organization_id, item_id, id)
        where parent_id is null and tombstone_until is null;
    `);
  }
}
