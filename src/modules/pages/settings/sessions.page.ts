import { form } from '../../../rpc/pages/form';
import { html, type Html } from '../../../rpc/pages/html';
import type { ShownPage } from '../../../rpc/pages/page';
import type { Visitor } from '../visitors';
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
  { hidden }: Visitor,
  { sessions, nextCursor }: ShownSessions,
  notice: string | undefined,
): ShownPage {
  const rows = sessions.map(({ id, createdAt, lastSeenAt, ip, userAgent, isCurrent }) => {
    const end = form({
      action: SETTINGS.sessions,
      submit: 'End',
      submitLabel: `End the session begun ${readable(createdAt)}`,
      hidden: { id, ...hidden },
      isQuiet: true,
    });
    return html`<li>
      <strong>${userAgent ?? 'Unknown program'}</strong>
      <p class="hint">
        from ${ip ?? 'an unknown address'}; begun ${time(createdAt)}, last seen ${time(lastSeenAt)}
      </p>
      ${isCurrent ? html`<p>This is the one that you use now.</p>` : end}
    </li>`;
  });
  const body = html`<p>Where you are signed in. End what you do not know, and change your password then.</p>
    <ul class="rows">
      ${rows}
    </ul>
    ${nextCursor !== null && html`<p><a href="${SETTINGS.sessions}?cursor=${nextCursor}">Older ones</a></p>`}
    ${form({ action: SETTINGS.sessions, submit: 'End all others', hidden: { others: 'true', ...hidden } })}`;
  return settingsPage(SETTINGS.sessions, 'Your sessions', body, { notice });
}

function time(timestamp: string): Html {
  return html`<time datetime="${timestamp}">${readable(timestamp)}</time>`;
}

/** The server knows no time zone of its visitor. */
function readable(timestamp: string): string {
  return `${timestamp.slice(0, 16).replace('T', ' ')} UTC`;
}
