import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Numbers of workspaces, for the search index (decision 0111). Apart from it, because this locks the workspaces. */
export class NumberWorkspaces1763716500000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      alter table workspaces add number integer generated always as identity;
      create unique index workspaces_number_idx on workspaces (number);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table workspaces drop number');
  }
}
