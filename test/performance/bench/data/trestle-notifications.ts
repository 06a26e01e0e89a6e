import type { ClientBase } from 'pg';
import { NOTIFICATION_SQL, notificationParameters } from './notification-shape';
import type { TrestlePlace } from './trestle-loader';

/** Loads the notifications about one board, set-based; triggers count them. */
export async function loadTrestleNotifications(
  client: ClientBase,
  { organizationId, userIds }: TrestlePlace,
  boardId: string,
  itemIds: readonly string[],
): Promise<void> {
  const { id, readAt, from } = NOTIFICATION_SQL;
  await client.query(
    `insert into notifications (organization_id, id, user_id, source, kind, actor_id, board_id, item_id, comment_id, details,
       in_app, read_at, created_at)
     select $3, ${id}, $4, comment.id, 'mention', author_id, $5, item_id, comment.id, '{}', true, ${readAt}, now()
     from ${from}`,
    [...notificationParameters(itemIds), organizationId, userIds[0], boardId],
  );
}
