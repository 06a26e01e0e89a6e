import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Values of columns with `unique: true` (decision 0137): the rows of ordinal -1 of items that are not in Trash. */
export class IndexUniqueValues1763716800000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create unique index item_values_unique_idx on item_values (column_key, ref)
        where ordinal = -1 and lane is not null;
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop index item_values_unique_idx;
      delete from item_values where ordinal = -1;
    `);
  }
}
