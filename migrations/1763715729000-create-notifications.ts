import type { MigrationInterface, QueryRunner } from 'typeorm';
import { functionText } from '../src/platform/database/migrations/function-files';

/** Notifications, their counters, preferences and mails (decision 0089). */
export class CreateNotifications1763715729000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(functionText('notification_counts_change'));
    await queryRunner.query(`
      create table notifications (
        organization_id text collate "C" not null,
        id text collate "C" not null,
        user_id text collate "C" not null,
        -- What caused it: the id of an event, or an item and the day on which it is due. A user gets one notification of it.
        source text collate "C" not null,
        kind text not null,
        actor_id text collate "C",
        -- The records that it is about have no foreign keys: their deletion hides it, and its row keeps a cursor valid.
        board_id text collate "C",
        item_id text collate "C",
        comment_id text collate "C",
        -- Further ids, by their names on the wire.
        details jsonb not null,
        -- False when the user wants only the mail.
        in_app boolean not null,
        -- Whether the item is in Trash or deleted, or the comment deleted.
        is_hidden boolean not null default false,
        read_at timestamptz(3),
        created_at timestamptz(3) not null,
        -- The order of a user's list.
        primary key (organization_id, user_id, id),
        foreign key (organization_id, user_id) references members (organization_id, user_id) on delete cascade
      );
      create unique index notifications_source_idx on notifications (organization_id, user_id, source);
      create index notifications_unread_idx on notifications (organization_id, user_id, id)
        where in_app and not is_hidden and read_at is null;
      create index notifications_item_id_idx on notifications (organization_id, item_id) where item_id is not null;
      create index notifications_created_at_idx on notifications (created_at);

      -- The unread notifications of a user by board, maintained by the triggers below. A row stays at zero: the rows of a
      -- user are also the list of the boards of the user's notifications.
      create table notification_counts (
        organization_id text collate "C" not null,
        user_id text collate "C" not null,
        -- Empty for notifications that are not about a board.
        board_id text collate "C" not null,
        unread integer not null,
        primary key (organization_id, user_id, board_id),
        foreign key (organization_id, user_id) references members (organization_id, user_id) on delete cascade
      ) with (fillfactor = 70);
      create trigger notifications_inserted after insert on notifications
        referencing new table as added for each statement execute function notification_counts_change();
      create trigger notifications_updated after update on notifications
        referencing old table as removed new table as added for each statement
        execute function notification_counts_change();
      create trigger notifications_deleted after delete on notifications
        referencing old table as removed for each statement execute function notification_counts_change();

      -- A kind without a row has its defaults.
      create table notification_preferences (
        organization_id text collate "C" not null,
        user_id text collate "C" not null,
        kind text not null,
        in_app boolean not null,
        email boolean not null,
        updated_at timestamptz(3) not null,
        primary key (organization_id, user_id, kind),
        foreign key (organization_id, user_id) references members (organization_id, user_id) on delete cascade
      );
      create index notification_preferences_due_idx on notification_preferences (organization_id, user_id)
        where kind = 'due' and (in_app or email);

      -- Notifications that still have to be mailed. The row is deleted when the mail has been sent.
      create table notification_mails (
        organization_id text collate "C" not null,
        notification_id text collate "C" not null,
        user_id text collate "C" not null,
        board_id text collate "C" not null,
        -- Whether it waits for the mail at the end of the hour.
        is_digest boolean not null,
        created_at timestamptz(3) not null,
        primary key (organization_id, user_id, notification_id),
        foreign key (organization_id, user_id, notification_id) references notifications (organization_id, user_id, id)
          on delete cascade
      );
      create index notification_mails_digest_idx on notification_mails (organization_id, user_id, board_id, notification_id)
        where is_digest;
      create index notification_mails_created_at_idx on notification_mails (created_at);

      -- The current hour of mails to a user about a board.
      create table notification_mail_hours (
        organization_id text collate "C" not null,
        user_id text collate "C" not null,
        board_id text collate "C" not null,
        started_at timestamptz(3) not null,
        -- Notifications of this hour that the user wants by mail.
        mails integer not null,
        primary key (organization_id, user_id, board_id),
        foreign key (organization_id, user_id) references members (organization_id, user_id) on delete cascade
      );
      create index notification_mail_hours_started_at_idx on notification_mail_hours (started_at);

      -- The last local day for which the items that are due were notified.
      create table notification_due_days (
        organization_id text collate "C" not null references organizations (id) on delete cascade,
        day text not null,
        primary key (organization_id)
      );
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop table notification_due_days;
      drop table notification_mail_hours;
      drop table notification_mails;
      drop table notification_preferences;
      drop table notification_counts;
      drop table notifications;
      drop function notification_counts_change();
    `);
  }
}
