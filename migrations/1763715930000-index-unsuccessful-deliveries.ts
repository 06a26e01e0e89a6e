import type { MigrationInterface, QueryRunner } from 'typeorm';

/** webhooks.deliveries.list with a status reads the few deliveries that have not succeeded without the many that have. */
export class IndexUnsuccessfulDeliveries1763715930000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create index webhook_deliveries_unsuccessful_idx on webhook_deliveries (organization_id, webhook_id, status, event_id)
        where status in ('pending', 'failed');
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop index webhook_deliveries_unsuccessful_idx;
    `);
  }
}
