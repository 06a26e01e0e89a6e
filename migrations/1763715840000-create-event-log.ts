import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The log of committed events, and how far each subscriber has read it (decision 0092). */
export class CreateEventLog1763715840000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- The request, execution or import that caused the event.
      alter table outbox add column origin jsonb;

      create table events (
        -- The day, in UTC, on which the relay appended the event. Each day is a partition, which the relay creates.
        day date not null,
        -- Numbers all events in the order of the log, without gaps.
        position bigint not null,
        organization_id text collate "C" not null,
        -- Numbers the events of the organization, without gaps.
        sequence bigint not null,
        board_id text collate "C",
        -- Numbers the events of the board, without gaps.
        board_sequence bigint,
        id text collate "C" not null,
        type text not null,
        item_id text collate "C",
        actor_id text collate "C",
        origin jsonb,
        data jsonb not null,
        occurred_at timestamptz(3) not null,
        primary key (organization_id, sequence, day),
        check (num_nulls(board_id, board_sequence) in (0, 2))
      ) partition by range (day);
      create unique index events_position_idx on events (position, day);
      create index events_board_idx on events (organization_id, board_id, board_sequence);

      -- The last number of each organization, whose board_id is empty, and of each board.
      create table event_sequences (
        organization_id text collate "C" not null,
        board_id text collate "C" not null,
        last bigint not null,
        primary key (organization_id, board_id)
      ) with (fillfactor = 50);

      -- One row: the last position.
      create table event_log_head (
        is_only boolean primary key default true check (is_only),
        position bigint not null,
        day date not null
      ) with (fillfactor = 10);
      -- Above all numbers of the outbox, which were the positions of events in the activity log.
      insert into event_log_head (position, day)
      select coalesce(pg_sequence_last_value(pg_get_serial_sequence('outbox', 'sequence')), 0), (now() at time zone 'UTC')::date;

      create table event_subscribers (
        name text primary key,
        -- The last event that was delivered, and the day of its partition.
        position bigint not null,
        day date not null
      ) with (fillfactor = 50);

      -- One row per subscriber and organization, from a failed event until the subscriber has caught up.
      create table event_backlogs (
        subscriber text not null,
        organization_id text collate "C" not null,
        -- The organization's last event that was delivered, and a day that is not after the partition of the next one.
        sequence bigint not null,
        day date not null,
        -- How often the next event has failed.
        attempts integer not null,
        due_at timestamptz not null,
        primary key (subscriber, organization_id)
      );

      -- Events that a subscriber could not handle in any attempt.
      create table event_failures (
        organization_id text collate "C" not null,
        subscriber text not null,
        event_id text collate "C" not null,
        event jsonb not null,
        error text not null,
        failed_at timestamptz not null,
        primary key (organization_id, subscriber, event_id)
      );
      create index event_failures_failed_at_idx on event_failures (failed_at);

      insert into event_failures
      select organization_id, subscriber, id, to_jsonb(event), 'The event was waiting when the event log was introduced',
        coalesce(dead_at, now())
      from outbox_backlog_events event;
      drop table outbox_backlog_events;
      drop table outbox_backlogs;
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create table outbox_backlogs (
        subscriber text not null,
        organization_id text collate "C" not null,
        attempts integer not null,
        due_at timestamptz not null,
        primary key (subscriber, organization_id)
      );
      create table outbox_backlog_events (
        subscriber text not null,
        organization_id text collate "C" not null,
        sequence bigint not null,
        id text collate "C" not null,
        type text not null,
        board_id text collate "C",
        item_id text collate "C",
        actor_id text collate "C",
        data jsonb not null,
        occurred_at timestamptz(3) not null,
        dead_at timestamptz,
        primary key (subscriber, organization_id, sequence)
      );
      create index outbox_backlog_events_waiting_idx on outbox_backlog_events (subscriber, organization_id, sequence)
        where dead_at is null;
      drop table event_failures;
      drop table event_backlogs;
      drop table event_subscribers;
      drop table event_log_head;
      drop table event_sequences;
      drop table events;
      alter table outbox drop column origin;
    `);
  }
}
