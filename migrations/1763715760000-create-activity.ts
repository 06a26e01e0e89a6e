import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The activity log (decisions 0045 and 0053). */
export class CreateActivity1763715760000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- No foreign keys: an entry may arrive after its board has been purged; a sweep then deletes it.
      create table activity (
        organization_id text collate "C" not null,
        id text collate "C" not null,
        -- The event's number in the outbox: the order of events.
        sequence bigint not null,
        board_id text collate "C" not null,
        -- The board that the item left with this change, if it did.
        previous_board_id text collate "C",
        item_id text collate "C",
        actor_id text collate "C",
        action text not null,
        details jsonb not null,
        created_at timestamptz(3) not null,
        primary key (organization_id, id)
      );
      create index activity_board_id_sequence_idx on activity (organization_id, board_id, sequence);
      create index activity_previous_board_id_sequence_idx on activity (organization_id, previous_board_id, sequence)
        where previous_board_id is not null;
      create index activity_item_id_sequence_idx on activity (organization_id, item_id, sequence) where item_id is not null;
      -- For the sweep of old entries, which covers all organizations at once.
      create index activity_created_at_idx on activity (created_at);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop table activity;
    `);
  }
}
