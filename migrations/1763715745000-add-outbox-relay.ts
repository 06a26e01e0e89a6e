import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the outbox's subscribers could not take at once (decision 0044). */
export class AddOutboxRelay1763715745000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- A row for each subscriber that has failed on an event of an organization, until it has caught up there.
      create table outbox_backlogs (
        subscriber text not null,
        organization_id text collate "C" not null,
        -- How often the first of the waiting events has failed.
        attempts integer not null,
        due_at timestamptz not null,
        primary key (subscriber, organization_id)
      );

      create table outbox_backlog_events (
        subscriber text not null,
        organization_id text collate "C" not null,
        -- As it was in the outbox.
        sequence bigint not null,
        id text collate "C" not null,
        type text not null,
        board_id text collate "C",
        item_id text collate "C",
        actor_id text collate "C",
        data jsonb not null,
        occurred_at timestamptz(3) not null,
        -- When it was given up.
        dead_at timestamptz,
        primary key (subscriber, organization_id, sequence)
      );
      create index outbox_backlog_events_waiting_idx on outbox_backlog_events (subscriber, organization_id, sequence)
        where dead_at is null;

      -- The outbox is mostly empty and all of it changes: by its share of dead rows it would be cleaned far too late.
      alter table outbox set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      alter table outbox reset (autovacuum_vacuum_scale_factor, autovacuum_vacuum_threshold);
      drop table outbox_backlog_events;
      drop table outbox_backlogs;
    `);
  }
}
