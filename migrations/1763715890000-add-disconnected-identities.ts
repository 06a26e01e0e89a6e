import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddDisconnectedIdentities1763715890000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- Since when its owner lets the provider in no more. The row stays: who is forgotten would be joined again.
      alter table identities add column disconnected_at timestamptz(3);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- Without the column each would let people in again.
      delete from identities where disconnected_at is not null;
      alter table identities drop column disconnected_at;
    `);
  }
}
