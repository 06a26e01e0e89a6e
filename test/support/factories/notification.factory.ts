import { clock } from '../../../src/kernel/clock';
import { type Id, newId } from '../../../src/kernel/ids';
import type { TestMember, TestOrganization } from './organization.factory';

export interface NotificationOptions {
  kind?: string;
  /** The board of the item. */
  boardId?: string | null;
  itemId?: string | null;
  isRead?: boolean;
}

/** A notification of a member, without the change that causes one; its id. */
export async function aNotification(
  { app, id: organizationId }: TestOrganization,
  { userId }: TestMember,
  { kind = 'invitation', boardId = null, itemId = null, isRead = false }: NotificationOptions = {},
): Promise<Id<'notification'>> {
  const id = newId('notification');
  const now = clock.now();
  await app.sql.query(
    `insert into notifications (organization_id, id, user_id, source, kind, board_id, item_id, details, in_app, read_at,
       created_at)
     values ($1, $2, $3, $4, $5, $6, $7, '{}', true, $8, $9)`,
    [organizationId, id, userId, newId('event'), kind, boardId, itemId, isRead ? now : null, now],
  );
  return id;
}
