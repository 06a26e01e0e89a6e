import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An order of views (decision 0140). Views without a position come last, so that those of the release before need none. */
export class AddViewPositions1763716881000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table views add position integer');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table views drop position');
  }
}
