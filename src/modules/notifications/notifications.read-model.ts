import { Injectable } from '@nestjs/common';
import { type Page, pageOf, UnknownCursor } from '../../kernel/cursor';
import type { Id } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import { Database } from '../../platform/database/database';
import { statement, statementFamily } from '../../platform/database/statement';
import { sharedBoardIds, visibleWorkspaces } from '../hierarchy';
import {
  EVERY_BOARD,
  IS_SEEN,
  type NotificationRecord,
  RECORD_FIELDS,
  RECORD_JOINS,
  VISIBLE_BOARDS,
} from './notification.record';

export const LIST_NOTIFICATIONS = statementFamily(
  'notifications.list',
  (unread: boolean, limit: number) => `select ${RECORD_FIELDS} from ${RECORD_JOINS}
   where ${IS_SEEN} and notification.id < coalesce($5, '~')${unread ? ' and notification.read_at is null' : ''}
   order by notification.id desc limit ${limit + 1}`,
);

const FIND_NOTIFICATIONS = statement(
  'notifications.find',
  `select ${RECORD_FIELDS} from ${RECORD_JOINS}
   where ${IS_SEEN} and notification.id = any ($5) order by notification.id`,
);

// Hidden notifications count: the page after one of them is still known.
const CURSOR = statement(
  'notifications.cursor',
  'select from notifications where organization_id = $1 and id = $3 and user_id = $2 and in_app',
);

const unreadCount = (
  boards: string,
) => `select coalesce(sum(unread), 0)::int as count from notification_counts
   where organization_id = $1 and user_id = $2 and unread > 0
     and (board_id = '' or board_id = any (array(${boards} and counted.unread > 0)))`;

export const UNREAD_COUNT = statement('notifications.unread-count', unreadCount(VISIBLE_BOARDS));

/** For administrators, in three quarters of the time. */
export const UNREAD_COUNT_OF_EVERY_BOARD = statement(
  'notifications.unread-count-of-every-board',
  unreadCount(EVERY_BOARD),
);

export interface NotificationsPage {
  unread: boolean;
  cursor: Id<'notification'> | null;
  limit: number;
}

/** The caller's own notifications, without those about records that the caller no longer sees. */
@Injectable()
export class NotificationsReadModel {
  constructor(private readonly database: Database) {}

  /** Newest first. */
  async list(
    context: CallContext,
    { unread, cursor, limit }: NotificationsPage,
  ): Promise<Page<NotificationRecord>> {
    if (cursor !== null) await this.rejectUnknown(context, cursor);
    const list = LIST_NOTIFICATIONS(unread, limit);
    const values = [...callerOf(context), cursor];
    return pageOf(await this.database.query<NotificationRecord>(context, list, values), limit);
  }

  /** Oldest first. */
  find(context: CallContext, ids: readonly Id<'notification'>[]): Promise<NotificationRecord[]> {
    return this.database.query<NotificationRecord>(context, FIND_NOTIFICATIONS, [...callerOf(context), ids]);
  }

  async unreadCount(context: CallContext): Promise<number> {
    const { organizationId, principal } = context;
    const seesEveryBoard = visibleWorkspaces(principal) === 'all';
    const count = seesEveryBoard ? UNREAD_COUNT_OF_EVERY_BOARD : UNREAD_COUNT;
    const values = seesEveryBoard ? [organizationId, principal.userId] : callerOf(context);
    const [row] = await this.database.lookup<{ count: number }>(context, count, values);
    return row!.count;
  }

  private async rejectUnknown(context: CallContext, cursor: Id<'notification'>): Promise<void> {
    const values = [context.organizationId, context.principal.userId, cursor];
    if ((await this.database.query(context, CURSOR, values)).length === 0) throw new UnknownCursor();
  }
}

/** The parameters of VISIBLE_BOARDS. */
export function callerOf({ organizationId, principal }: CallContext): unknown[] {
  return [organizationId, principal.userId, visibleWorkspaces(principal), sharedBoardIds(principal)];
}
