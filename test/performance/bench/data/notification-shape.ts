import { newId } from '../../../../src/kernel/ids';

/** Notifications of the token's user about comments of the board, every second one read. */
const NOTIFICATION_COUNT = 100_000;

/** SQL for the notifications of a board, one for each of its comments; its parameters are `notificationParameters`. */
export const NOTIFICATION_SQL = {
  id: `$1::text || lpad(at::text, 8, '0')`,
  readAt: 'case when at % 2 = 0 then now() end',
  unread: NOTIFICATION_COUNT / 2,
  from: `(
    select id, item_id, author_id, row_number() over (order by id) as at from comments
    where item_id = any ($2::text[]) order by id limit ${NOTIFICATION_COUNT}) comment`,
} as const;

/** The ids of a board's notifications are in the order of its comments, and differ from those of other boards. */
export function notificationParameters(itemIds: readonly string[]) {
  return [newId('notification').slice(0, -8), itemIds.slice(0, 1)] as const;
}
