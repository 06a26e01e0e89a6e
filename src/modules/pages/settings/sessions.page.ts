import { form } from '../../../http/pages/form';
import { html, type Html } from '../../../http/pages/html';
import type { ShownPage } from '../../../http/pages/page';
import type { PageSession } from '../page-session.service';
import { settingsPage } from './settings-page';
import { SETTINGS } from './settings-paths';

export interface ShownSessions {
  readonly sessions: readonly {
    readonly id: string;
    readonly createdAt: string;
    readonly lastSeenAt: string;
    readonly ip: string | null;
    readonly userAgent: string | null;
    readonly isCurrent: boolean;
  }[];
  readonly nextCursor: string | null;
}

export function sessionsPage(
  { hidden }: PageSession,
  { sessions, nextCursor }: ShownSessions,
  notice: string | undefined,
): ShownPage {
  const rows = sessions.map(({ id, createdAt, lastSeenAt, ip, userAgent, isCurrent }) => {
    const end = form({
      action: SETTINGS.sessions,
      submit: 'End',
      submitLabel: `End the session started ${readable(createdAt)}`,
      hidden: { id, ...hidden },
      isQuiet: true,
    });
    return html`<li>
      <strong>${userAgent ?? 'Unknown device'}</strong>
      <p class="hint">
        from ${ip ?? 'an unknown address'}; started ${time(createdAt)}, last seen ${time(lastSeenAt)}
      </p>
      ${isCurrent ? html`<p>Your current session.</p>` : end}
    </li>`;
  });
  const body = html`<p>
      Devices that are signed in to your account. End any session that you do not recognize, and change your
      password.
    </p>
    <ul class="rows">
      ${rows}
    </ul>
    ${nextCursor !== null && html`<p><a href="${SETTINGS.sessions}?cursor=${nextCursor}">Older</a></p>`}
    ${form({ action: SETTINGS.sessions, submit: 'End all other sessions', hidden: { others: 'true', ...hidden } })}`;
  return settingsPage(SETTINGS.sessions, 'Your sessions', body, { notice });
}

function time(timestamp: string): Html {
  return html`<time datetime="${timestamp}">${readable(timestamp)}</time>`;
}

/** In UTC: the server does not know the user's time zone. */
function readable(timestamp: string): string {
  return `${timestamp.slice(0, 16).replace('T', ' ')} UTC`;
}
