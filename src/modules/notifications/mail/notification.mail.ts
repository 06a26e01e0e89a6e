import { html, type Html } from '../../../http/pages/html';
import type { Mail } from '../../../platform/mail/mailer';
import type { NotificationOutput } from '../notifications.schemas';
import { plainLine } from '../../../platform/mail/plain-line';

/** Notifications in one mail; further ones are counted. */
export const DIGEST_SHOWN = 50;
const SUBJECT_MAX = 150;

/** What every mail contains, whatever it is about. */
export interface Envelope {
  to: string;
  organizationName: string;
  unsubscribe: string;
}

/** The mail about one notification. */
export function notificationMail(envelope: Envelope, notification: NotificationOutput): Mail {
  const { id, title } = notification;
  return mail(envelope, { id, subject: title, notifications: [notification] });
}

interface Digest {
  /** Oldest first, DIGEST_SHOWN at most. */
  shown: readonly NotificationOutput[];
  count: number;
  lastId: string;
  boardName: string;
}

/** One mail about several notifications of a board. */
export function digestMail(envelope: Envelope, { shown, count, lastId, boardName }: Digest): Mail {
  return mail(envelope, {
    // Differs from an earlier attempt that has failed if another notification was added since.
    id: `digest-${lastId}`,
    subject: `${count} notifications about ${plainLine(boardName)}`,
    notifications: shown,
    more: count - shown.length,
  });
}

interface Content {
  id: string;
  subject: string;
  notifications: readonly NotificationOutput[];
  /** How many are not shown. */
  more?: number;
}

function mail(
  { to, organizationName, unsubscribe }: Envelope,
  { id, subject, notifications, more = 0 }: Content,
): Mail {
  const reason = `You receive this mail as a member of ${plainLine(organizationName)}.`;
  return {
    to,
    id,
    subject: plainLine(subject, SUBJECT_MAX),
    text: [
      ...notifications.map(textOf),
      ...(more === 0 ? [] : [`And ${more} more.\n`]),
      `--\n${reason} To receive no more mails like this, open:\n${unsubscribe}\n`,
    ].join('\n'),
    html: html`<!doctype html>
      <html lang="en">
        <body>
          ${notifications.map(htmlOf)} ${more > 0 && html`<p>And ${more} more.</p>`}
          <hr />
          <p>${reason} <a href="${unsubscribe}">Turn off these mails</a></p>
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
