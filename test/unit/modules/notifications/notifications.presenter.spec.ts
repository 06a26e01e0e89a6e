import { describe, expect, it } from 'vitest';
import { newId } from '../../../../src/kernel/ids';
import type { NotificationKind } from '../../../../src/modules/notifications/notification-kinds';
import type { NotificationRecord } from '../../../../src/modules/notifications/notification.record';
import { presentNotification } from '../../../../src/modules/notifications/notifications.presenter';

const [boardId, itemId, commentId, userId] = [newId('board'), newId('item'), newId('comment'), newId('user')];
const NOW = '2026-11-23T05:00:00.000Z';

function recordOf(given: Partial<NotificationRecord>): NotificationRecord {
  return {
    id: newId('notification'),
    kind: 'mention',
    actor: { id: userId, name: 'Ida', avatar: null, isServiceAccount: false },
    boardId,
    boardName: 'Interviews',
    itemId,
    itemName: 'Ask ten users',
    commentId: null,
    body: null,
    formName: null,
    automationName: null,
    mentionNames: null,
    details: {},
    organizationSlug: 'acme',
    readAt: null,
    createdAt: NOW,
    ...given,
  };
}

const present = (given: Partial<NotificationRecord>) =>
  presentNotification(recordOf(given), 'https://acme.example.com');

describe('presentNotification', () => {
  it.each<[NotificationKind, Partial<NotificationRecord>, string]>([
    ['mention', {}, 'Ida mentioned you in Ask ten users'],
    ['mention', { actor: null }, 'Former member mentioned you in Ask ten users'],
    ['reply', {}, 'Ida replied in Ask ten users'],
    ['assignment', {}, 'Ida assigned you to Ask ten users'],
    ['assignment', { actor: null }, 'You were assigned to Ask ten users'],
    ['form_submission', { formName: 'Contact' }, 'New submission of Contact'],
    ['form_submission', { itemId: null, itemName: null }, 'New form submission on Interviews'],
    ['invitation', { boardId: null, itemId: null }, 'Ida accepted your invitation'],
    ['due', { actor: null }, 'Ask ten users is due today'],
  ])('%s: a title', (kind, given, title) => {
    expect(present({ kind, ...given }).title).toBe(title);
  });

  it('links to the item, the board or the inbox', () => {
    expect(present({}).url).toBe(`https://acme.example.com/items/${itemId}`);
    expect(present({ itemId: null }).url).toBe(`https://acme.example.com/boards/${boardId}`);
    expect(present({ itemId: null, boardId: null }).url).toBe('https://acme.example.com/inbox');
  });

  it('names every id, null without one', () => {
    const columnId = newId('column');
    expect(present({ commentId, details: { columnId } })).toMatchObject({
      boardId,
      itemId,
      commentId,
      columnId,
      formId: null,
      submissionId: null,
      invitationId: null,
    });
  });

  it('shows the beginning of the comment with the names of the users that it mentions', () => {
    const stranger = newId('user');
    const body = `@${userId} and @${stranger}\n\nsay <b>hello</b>`;
    const { message } = present({ commentId, body, mentionNames: { [userId]: 'Ida\u202E' } });
    expect(message).toBe(`@Ida and @${stranger} say <b>hello</b>`);
    expect(present({ body: 'x'.repeat(500) }).message).toHaveLength(280);
  });

  it('shows the board without a comment', () => {
    expect(present({}).message).toBe('Interviews');
    expect(present({ boardName: null }).message).toBeNull();
  });
});
