import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What an import did: items that it created and updated, and references that it left out (decision 0130). */
export class CountImportedItems1763716740000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      alter table imports
        add column created integer not null default 0,
        add column updated integer not null default 0,
        add column unchanged integer not null default 0,
        add column unresolved jsonb not null default '[]',
        add column unresolved_count integer not null default 0;

      -- Imports before this release only created items.
      update imports set created = total where status = 'done';
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      alter table imports
        drop column created,
        drop column updated,
        drop column unchanged,
        drop column unresolved,
        drop column unresolved_count;
    `);
  }
}
