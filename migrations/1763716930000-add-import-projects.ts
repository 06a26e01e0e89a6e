import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The project of an import into a new board: a token that is limited to workspaces sees those inside (decision 0141). */
export class AddImportProjects1763716930000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table imports add project_id text collate "C"');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table imports drop project_id');
  }
}
