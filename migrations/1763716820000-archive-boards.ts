import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Boards and groups can be archived, and boards have an order in their project (decision 0139). Releases before this one show
 * archived boards and groups as if they were live.
 */
export class ArchiveBoards1763716820000 implements MigrationInterface {
  name = 'ArchiveBoards1763716820000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      alter table boards
        add column archived_at timestamptz(3),
        add column position integer;
      alter table groups add column archived_at timestamptz(3);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      alter table groups drop column archived_at;
      alter table boards
        drop column position,
        drop column archived_at;
    `);
  }
}
