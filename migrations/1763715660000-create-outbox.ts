import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Events on their way to subscribers (decisions 0017 and 0044). */
export class CreateOutbox1763715660000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- A queue. Its key is a sequence, unlike that of every other table of tenants, because the relay reads events in the order
      -- of arrival.
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
      -- The table is usually empty and all of its rows are deleted, so a threshold relative to its size would start vacuum too
      -- late.
      ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

      -- One row per subscriber and organization, from a failed event until the subscriber has caught up.
      create table outbox_backlogs (
        subscriber text not null,
        organization_id text collate "C" not null,
        -- How often the first waiting event has failed.
        attempts integer not null,
        due_at timestamptz not null,
        primary key (subscriber, organization_id)
      );

      create table outbox_backlog_events (
        subscriber text not null,
        organization_id text collate "C" not null,
        -- The columns of the outbox.
        sequence bigint not null,
        id text collate "C" not null,
        type text not null,
        board_id text collate "C",
        item_id text collate "C",
        actor_id text collate "C",
        data jsonb not null,
        occurred_at timestamptz(3) not null,
        -- When the last attempt failed.
        dead_at timestamptz,
        primary key (subscriber, organization_id, sequence)
      );
      create index outbox_backlog_events_waiting_idx on outbox_backlog_events (subscriber, organization_id, sequence)
        where dead_at is null;
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop table outbox_backlog_events;
      drop table outbox_backlogs;
      drop table outbox;
    `);
  }
}
