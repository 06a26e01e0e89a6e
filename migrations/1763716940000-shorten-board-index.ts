import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The items of a board by id. A board belongs to one organization, so the id of the organization is redundant in the index. */
export class ShortenBoardIndex1763716940000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create index items_board_id_id_idx on items (board_id, id);
      drop index items_board_id_idx;
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create index items_board_id_idx on items (organization_id, board_id, id);
      drop index items_board_id_id_idx;
    `);
  }
}
