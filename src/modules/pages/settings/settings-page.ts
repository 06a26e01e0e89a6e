import { html, type Html } from '../../../http/pages/html';
import { page, type ShownPage } from '../../../http/pages/page';
import { SETTINGS } from './settings-paths';

const TABS = [
  [SETTINGS.profile, 'Profile'],
  [SETTINGS.password, 'Password'],
  [SETTINGS.twoFactor, 'Two-factor authentication'],
  [SETTINGS.providers, 'Sign-in providers'],
  [SETTINGS.sessions, 'Sessions'],
  [SETTINGS.tokens, 'Tokens'],
  [SETTINGS.applications, 'Applications'],
] as const;

/** A page of the account settings. */
export function settingsPage(
  path: string,
  title: string,
  body: Html,
  extras: {
    status?: number;
    hasProblem?: boolean;
    leadsToOtherSites?: boolean;
    notice?: string | undefined;
  } = {},
): ShownPage {
  const { notice, ...rest } = extras;
  const content = html`<nav aria-label="Settings">
      <ul class="tabs">
        ${TABS.map(
          ([to, label]) =>
            html`<li><a href="${to}" ${to === path && html`aria-current="page"`}>${label}</a></li>`,
        )}
      </ul>
    </nav>
    ${notice !== undefined && html`<p class="note" role="status">${notice}</p>`} ${body}
    <p><a href="/">Back to the home page</a></p>`;
  return page(title, content, { isWide: true, ...rest });
}
