import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import { type BoardId, type CommentId, type Id, type ItemId, newId } from '../../kernel/ids';
import type { OrganizationId, UserId } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import { Database } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import type { DatabaseContext, InTransaction } from '../../platform/database/transaction';
import { Expires, removalOf } from '../../platform/schedule/expires.decorator';
import { DEFAULT_CHANNELS, NOTIFICATION_KINDS, type NotificationKind } from './notification-kinds';
import { IS_SEEN, type NotificationDetails, RECORD_JOINS } from './notification.record';
import { notificationsEvents } from './notifications.events';
import { callerOf } from './notifications.read-model';

const DAY_MS = 86_400_000;
const KEPT_DAYS = 90;
/** Notifications per hour, user and board that are mailed immediately. */
export const IMMEDIATE_MAILS = 3;

/**
 * Stores what users want to receive, once per user and source, and decides which of it is mailed immediately and which waits
 * for the digest. A further notification of the same hour is counted after those that the hour already has. A comment is the first from
 * its id on: a join that was planned for an empty table would read all comments (decision 0154).
 */
export const CREATE = statement(
  'notifications.create',
  `with wanted as materialized (
     select distinct on (given.organization_id, given.user_id, given.source) given.*,
       coalesce(preference.in_app, usual.in_app) as in_app, coalesce(preference.email, usual.email) as email
     from json_to_recordset($1) as given (organization_id text, id text, event_id text, user_id text, source text, kind text,
       actor_id text, board_id text, item_id text, comment_id text, details jsonb)
     join json_to_recordset($2) as usual (kind text, priority integer, in_app boolean, email boolean) using (kind)
     left join notification_preferences preference on preference.organization_id = given.organization_id
       and preference.user_id = given.user_id and preference.kind = given.kind
     where (coalesce(preference.in_app, usual.in_app) or coalesce(preference.email, usual.email))
       and (given.comment_id is null or given.comment_id = (
         select comment.id from comments comment
         where (comment.organization_id, comment.id) >= (given.organization_id, given.comment_id)
           and comment.tombstone_until is null
         order by comment.organization_id, comment.id limit 1))
     order by given.organization_id, given.user_id, given.source, usual.priority, given.id
   ), created as (
     insert into notifications (organization_id, id, user_id, source, kind, actor_id, board_id, item_id, comment_id,
       details, in_app, created_at)
     select organization_id, id, user_id, source, kind, actor_id, board_id, item_id, comment_id, details, in_app, $3
     from wanted order by id
     on conflict (organization_id, user_id, source) do nothing
     returning organization_id, id
   ), announced as (
     insert into outbox (id, organization_id, type, data, occurred_at)
     select event_id, organization_id, '${notificationsEvents.created.name}',
       jsonb_build_object('notificationId', id, 'userId', user_id), $3
     from wanted join created using (organization_id, id) where in_app order by id
   ), mailed as (
     select organization_id, user_id, coalesce(board_id, '') as board_id, id,
       row_number() over place as number, count(*) over (partition by organization_id, user_id, board_id) as total
     from wanted join created using (organization_id, id)
     where email window place as (partition by organization_id, user_id, board_id order by id)
   ), hours as (
     insert into notification_mail_hours as hour (organization_id, user_id, board_id, started_at, mails)
     select organization_id, user_id, board_id, $3, count(*) from mailed group by 1, 2, 3 order by 1, 2, 3
     on conflict (organization_id, user_id, board_id) do update set
       started_at = case when hour.started_at > $3::timestamptz - interval '1 hour'
         then hour.started_at else excluded.started_at end,
       mails = excluded.mails + case when hour.started_at > $3::timestamptz - interval '1 hour' then hour.mails else 0 end
     returning organization_id, user_id, board_id, started_at, mails
   )
   insert into notification_mails (organization_id, notification_id, user_id, board_id, is_digest, created_at)
   select organization_id, mailed.id, user_id, board_id,
     hours.mails - mailed.total + mailed.number > ${IMMEDIATE_MAILS}, $3
   from mailed join hours using (organization_id, user_id, board_id)
   returning organization_id as "organizationId", notification_id as id, user_id as "userId", board_id as "boardId",
     is_digest as "isDigest", (
       select started_at + interval '1 hour' from hours
       where hours.organization_id = notification_mails.organization_id
         and hours.user_id = notification_mails.user_id and hours.board_id = notification_mails.board_id) as "hourEndsAt"`,
);

// All or nothing: the update runs only if each id is one of the caller's notifications.
const MARK_READ = statement(
  'notifications.mark-read',
  `with seen as materialized (
     select notification.id from ${RECORD_JOINS} where notification.id = any ($5) and ${IS_SEEN}
   ), marked as (
     update notifications set read_at = $6
     where organization_id = $1 and user_id = $2 and id = any (array(select id from seen order by id))
       and read_at is null and (select count(*) from seen) = cardinality($5)
   )
   select count(*)::int as count from seen`,
);

const MARK_ALL_READ = statement(
  'notifications.mark-all-read',
  `update notifications set read_at = $5
   where organization_id = $1 and user_id = $2 and id = any (array(
     select notification.id from ${RECORD_JOINS} where ${IS_SEEN} and notification.read_at is null
     order by notification.id))`,
);

// Sub-items follow their items. A notification follows its item to another board. Its key is compared as a row: by equality, a plan for an
// empty table would read all notifications of the user, and by `ctid` one that is marked as read meanwhile would be left out (decision
// 0154).
export const REFRESH = statement(
  'notifications.refresh',
  `with named as (
     select * from unnest($1::text[], $2::text[]) as named (organization_id, item_id)
   ), changed as (
     select organization_id, item_id from named
     union select item.organization_id, item.id
     from named join items item on item.organization_id = named.organization_id and item.parent_id = named.item_id
   ), present as (
     select notification.organization_id, notification.user_id, notification.id,
       coalesce(item.board_id, notification.board_id) as board_id,
       item.id is null or item.trashed_at is not null or (notification.comment_id is not null and comment.id is null)
         as is_hidden
     from changed
     join notifications notification on notification.organization_id = changed.organization_id
       and notification.item_id = changed.item_id
     left join items item on item.organization_id = changed.organization_id and item.id = changed.item_id
     left join comments comment on comment.organization_id = changed.organization_id
       and comment.id = notification.comment_id and comment.tombstone_until is null
   )
   update notifications set board_id = present.board_id, is_hidden = present.is_hidden
   from present
   where (notifications.organization_id, notifications.user_id, notifications.id)
       >= (present.organization_id, present.user_id, present.id)
     and (notifications.organization_id, notifications.user_id, notifications.id)
       <= (present.organization_id, present.user_id, present.id)
     and (notifications.board_id is distinct from present.board_id or notifications.is_hidden <> present.is_hidden)`,
);

const USUAL = JSON.stringify(
  NOTIFICATION_KINDS.map((kind, priority) => ({
    kind,
    priority,
    in_app: DEFAULT_CHANNELS[kind].inApp,
    email: DEFAULT_CHANNELS[kind].email,
  })),
);

export interface NewNotification {
  organizationId: OrganizationId;
  userId: UserId;
  /** A user gets at most one notification of a source. */
  source: string;
  kind: NotificationKind;
  actorId: UserId | null;
  boardId: BoardId | null;
  itemId: ItemId | null;
  commentId: CommentId | null;
  details: NotificationDetails;
}

/** A notification that has to be mailed. */
export interface QueuedMail {
  organizationId: OrganizationId;
  id: Id<'notification'>;
  userId: UserId;
  /** Empty for notifications that are not about a board. */
  boardId: BoardId | '';
  isDigest: boolean;
  /** The end of the hour, in the wire form of timestamps. */
  hourEndsAt: string;
}

@Expires({
  kind: 'old notifications',
  removal: removalOf('notifications', 'created_at'),
  keptMs: KEPT_DAYS * DAY_MS,
})
@Injectable()
export class NotificationsRepository {
  constructor(private readonly database: Database) {}

  /** Stores those that their users want and do not have yet; returns those to mail. */
  create(
    tx: InTransaction<DatabaseContext>,
    notifications: readonly NewNotification[],
  ): Promise<QueuedMail[]> {
    const rows = notifications.map((each) => ({
      organization_id: each.organizationId,
      id: newId('notification'),
      event_id: newId('event'),
      user_id: each.userId,
      source: each.source,
      kind: each.kind,
      actor_id: each.actorId,
      board_id: each.boardId,
      item_id: each.itemId,
      comment_id: each.commentId,
      details: each.details,
    }));
    return this.database.query<QueuedMail>(tx, CREATE, [JSON.stringify(rows), USUAL, clock.now()]);
  }

  /** False, without any change, if one of the ids is not a notification that the caller sees. */
  async markRead(context: CallContext, ids: readonly Id<'notification'>[]): Promise<boolean> {
    const values = [...callerOf(context), ids, clock.now()];
    const [row] = await this.database.query<{ count: number }>(context, MARK_READ, values);
    return row!.count === ids.length;
  }

  async markAllRead(context: CallContext): Promise<void> {
    await this.database.query(context, MARK_ALL_READ, [...callerOf(context), clock.now()]);
  }

  /** Brings the notifications about items to the present state of the items and of their comments. */
  async refresh(
    tx: InTransaction<DatabaseContext>,
    items: readonly { organizationId: OrganizationId; itemId: ItemId }[],
  ): Promise<void> {
    if (items.length === 0) return;
    await this.database.query(tx, REFRESH, [
      items.map(({ organizationId }) => organizationId),
      items.map(({ itemId }) => itemId),
    ]);
  }
}
