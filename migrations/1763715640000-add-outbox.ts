import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keyed by a sequence, unlike every other table of tenants (decision 0017). */
export class AddOutbox1763715640000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- A queue, not a record: its key is the order of arrival, the only order that its reader asks for.
      create table outbox (
        sequence bigint generated always as identity primary key,
        id text collate "C" not null,
        organization_id text collate "C" not null,
        type text not null,
        board_id text collate "C",
        item_id text collate "C",
        actor_id text collate "C",
        data jsonb not null,
        occurred_at timestamptz(3) not null
      );
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop table outbox;
    `);
  }
}
