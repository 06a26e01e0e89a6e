import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Free space and vacuum of the largest tables, as measured (docs/operations.md, "Storage parameters"). */
export class SetStorageParameters1763716410000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- Free space on each page for a version of the largest row that is not stored apart, 2 kB: a change of a value then
      -- writes no index.
      alter table items set (fillfactor = 75);
      -- A change of a value changes its sort key and thus always writes indexes; free space on the page saves nothing.
      alter table item_values set (fillfactor = 100, autovacuum_vacuum_scale_factor = 0.05);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      alter table items set (fillfactor = 85);
      alter table item_values set (fillfactor = 85);
      alter table item_values reset (autovacuum_vacuum_scale_factor);
    `);
  }
}
