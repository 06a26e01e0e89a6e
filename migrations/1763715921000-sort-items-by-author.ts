import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lists sorted by who made an item are a range of an index (decision 0075). */
export class SortItemsByAuthor1763715921000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create index items_lane_created_by_idx on items (organization_id, lane, created_by, rank, id)
        where lane is not null;
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`drop index items_lane_created_by_idx`);
  }
}
