import { describe, expect, it } from 'vitest';
import { newId } from '../../../../../src/kernel/ids';
import {
  digestMail,
  DIGEST_SHOWN,
  notificationMail,
} from '../../../../../src/modules/notifications/mail/notification.mail';
import type { NotificationOutput } from '../../../../../src/modules/notifications/notifications.schemas';

const LINK = 'https://example.com/unsubscribe?token=x';
const ENVELOPE = { to: 'ken@example.com', organizationName: 'Acme\r\n<b>', unsubscribe: LINK };

function notificationOf(given: Partial<NotificationOutput> = {}): NotificationOutput {
  return {
    id: newId('notification'),
    kind: 'mention',
    actor: null,
    title: 'Ida mentioned you in Ask ten users',
    message: 'Six done',
    boardId: null,
    itemId: null,
    commentId: null,
    columnId: null,
    formId: null,
    submissionId: null,
    invitationId: null,
    automationId: null,
    url: 'https://acme.example.com/items/itm_1',
    readAt: null,
    createdAt: '2026-11-23T05:00:00.000Z',
    ...given,
  };
}

describe('notificationMail', () => {
  it('has the title as subject, both parts with the link, and the headers of RFC 8058', () => {
    const notification = notificationOf();
    const mail = notificationMail(ENVELOPE, notification);
    expect(mail).toMatchObject({
      to: 'ken@example.com',
      id: notification.id,
      subject: notification.title,
      headers: {
        'List-Unsubscribe': `<${LINK}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    });
    for (const part of [mail.text, mail.html!]) {
      expect(part).toContain(notification.title);
      expect(part).toContain('Six done');
      expect(part).toContain(notification.url);
      expect(part).toContain(LINK);
      expect(part).toMatch(/as a member of Acme (<|&lt;)b(>|&gt;)\./);
    }
  });

  it('escapes names and texts in HTML, and cuts the subject', () => {
    const title = `<script>alert(1)</script>${'x'.repeat(500)}`;
    const mail = notificationMail(ENVELOPE, notificationOf({ title, message: '"><img src=x>' }));
    expect(mail.html).not.toMatch(/<script|<img/);
    expect(mail.html).toContain('&lt;script&gt;');
    expect(mail.subject).toHaveLength(150);
  });
});

describe('digestMail', () => {
  it('shows the notifications in order, and counts the others', () => {
    const shown = Array.from({ length: DIGEST_SHOWN }, (_, at) => notificationOf({ title: `Number ${at}.` }));
    const mail = digestMail(ENVELOPE, { shown, count: 52, lastId: 'ntf_1', boardName: 'A\r\nB' });
    expect(mail.subject).toBe('52 notifications about A B');
    expect(mail.id).toBe('digest-ntf_1');
    expect(mail.text).toContain('Number 49.');
    expect(mail.text).toContain('And 2 more.');
    expect(mail.html).toContain('And 2 more.');
    expect(mail.text.indexOf('Number 1.')).toBeLessThan(mail.text.indexOf('Number 2.'));
  });
});
