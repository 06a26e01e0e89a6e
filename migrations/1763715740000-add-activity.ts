import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Entries of the activity log (decision 0045). */
export class AddActivity1763715740000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- No foreign keys: an entry may arrive when its board is purged already, and is swept then.
      create table activity (
        organization_id text collate "C" not null,
        id text collate "C" not null,
        -- The event's number in the outbox: the order in which things happened.
        sequence bigint not null,
        board_id text collate "C" not null,
        item_id text collate "C",
        actor_id text collate "C",
        action text not null,
        details jsonb not null,
        created_at timestamptz(3) not null,
        primary key (organization_id, id)
      );
      create index activity_board_id_sequence_idx on activity (organization_id, board_id, sequence);
      create index activity_item_id_sequence_idx on activity (organization_id, item_id, sequence)
        where item_id is not null;
      -- For the sweep, which asks for what is old and not for whose it is.
      create index activity_created_at_idx on activity (created_at);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop table activity;
    `);
  }
}
