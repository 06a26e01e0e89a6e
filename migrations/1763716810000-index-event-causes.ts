import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * changes.undo finds the events of a call, an import or an execution (decision 0138). A hash index: ids are long and looked up
 * whole, and it stores four bytes of each.
 */
export class IndexEventCauses1763716810000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create index events_cause_idx on events using hash ((coalesce(origin->>'executionId', origin->>'requestId')));

      -- The request that wrote the rows; null when a job writes them.
      alter table imports add column request_id text;
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      alter table imports drop column request_id;
      drop index events_cause_idx;
    `);
  }
}
