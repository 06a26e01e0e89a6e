import { html, type Html } from '../../../http/pages/html';
import type { Mail } from '../../../platform/mail/mailer';
import type { NotificationOutput } from '../notifications.schemas';
import { plainLine } from '../plain-line';

/** Notifications in one mail; further ones are counted. */
export const DIGEST_SHOWN = 50;
const SUBJECT_MAX = 150;

/** The mail about one notification. */
export function notificationMail(to: string, notification: NotificationOutput, unsubscribe: string): Mail {
  const { id, title } = notification;
  return mail(to, { id, subject: title, notifications: [notification], more: 0, unsubscribe });
}

interface Digest {
  /** Oldest first. */
  notifications: readonly NotificationOutput[];
  boardName: string;
  unsubscribe: string;
}

/** One mail about several notifications of a board. */
export function digestMail(to: string, { notifications, boardName, unsubscribe }: Digest): Mail {
  return mail(to, {
    id: `digest-${notifications[0]!.id}`,
    subject: `${notifications.length} notifications about ${plainLine(boardName)}`,
    notifications: notifications.slice(0, DIGEST_SHOWN),
    more: Math.max(0, notifications.length - DIGEST_SHOWN),
    unsubscribe,
  });
}

interface Content {
  id: string;
  subject: string;
  notifications: readonly NotificationOutput[];
  /** How many are not shown. */
  more: number;
  unsubscribe: string;
}

function mail(to: string, { id, subject, notifications, more, unsubscribe }: Content): Mail {
  return {
    to,
    id,
    subject: plainLine(subject, SUBJECT_MAX),
    text: [
      ...notifications.map(textOf),
      ...(more === 0 ? [] : [`And ${more} more.\n`]),
      `--\nTo receive no more mails like this, open:\n${unsubscribe}\n`,
    ].join('\n'),
    html: html`<!doctype html>
      <html lang="en">
        <body>
          ${notifications.map(htmlOf)} ${more > 0 && html`<p>And ${more} more.</p>`}
          <p><a href="${unsubscribe}">Turn off these mails</a></p>
        </body>
      </html> `.text,
    headers: {
      'List-Unsubscribe': `<${unsubscribe}>`,
      // RFC 8058: the mail program unsubscribes with one request, without showing the page.
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}

function textOf({ title, message, url }: NotificationOutput): string {
  return `${title}\n\n${message === null ? '' : `> ${message}\n\n`}${url}\n`;
}

function htmlOf({ title, message, url }: NotificationOutput): Html {
  return html`<h2><a href="${url}">${title}</a></h2>
    ${message !== null && html`<blockquote>${message}</blockquote>`}`;
}
