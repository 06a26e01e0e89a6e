import type { ClientBase } from 'pg';
import { NOTIFICATION_SQL, notificationParameters } from './notification-shape';

/** Loads the notifications about one board, set-based. */
export async function loadFloorNotifications(
  client: ClientBase,
  boardId: string,
  itemIds: readonly string[],
  userId: string,
): Promise<void> {
  const { id, readAt, unread, from } = NOTIFICATION_SQL;
  await client.query(
    `insert into notifications (id, user_id, kind, actor_id, board_id, item_id, comment_id, read_at)
     select ${id}, $3, 'mention', author_id, $4, item_id, comment.id, ${readAt} from ${from}`,
    [...notificationParameters(itemIds), userId, boardId],
  );
  await client.query('insert into notification_counts (user_id, board_id, unread) values ($1, $2, $3)', [
    userId,
    boardId,
    unread,
  ]);
}
