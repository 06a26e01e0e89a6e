import type { AppError } from '../../../kernel/app-error';
import { httpStatusOf } from '../../../rpc/error-shape';
import { form } from '../../../rpc/pages/form';
import { html } from '../../../rpc/pages/html';
import type { ShownPage } from '../../../rpc/pages/page';
import type { Visitor } from '../visitors';
import { passwordIfAsked } from './password-if-asked';
import { settingsPage } from './settings-page';
import { SETTINGS } from './settings-paths';

export interface ShownProvider {
  readonly provider: string;
  readonly name: string;
  readonly createdAt: string;
  readonly lastUsedAt: string;
  readonly disconnectedAt: string | null;
}

/** Which provider's form was refused, and why. */
export interface RefusedProvider {
  readonly provider: string;
  readonly problem: AppError;
}

export function providersPage(
  { hidden }: Visitor,
  providers: readonly ShownProvider[],
  { refused = null, notice }: { refused?: RefusedProvider | null; notice?: string | undefined } = {},
): ShownPage {
  const rows = providers.map(({ provider, name, createdAt, lastUsedAt, disconnectedAt }) => {
    const problem = refused?.provider === provider ? refused.problem : null;
    const isIn = disconnectedAt === null;
    const change = form({
      action: SETTINGS.providers,
      submit: isIn ? 'Disconnect' : 'Let it in again',
      submitLabel: isIn ? `Disconnect ${name}` : `Let ${name} in again`,
      hidden: { provider, act: isIn ? 'remove' : 'restore', ...hidden },
      fields: passwordIfAsked(problem),
      problem,
      prefix: `${provider}-`,
      isQuiet: true,
    });
    const since = isIn
      ? `since ${createdAt.slice(0, 10)}, last used ${lastUsedAt.slice(0, 10)}`
      : `disconnected on ${disconnectedAt.slice(0, 10)}: it lets nobody in`;
    return html`<li>
      <strong>${name}</strong>
      <p class="hint">${since}</p>
      ${change}
    </li>`;
  });
  const body = html`<p>
      Services that let you in beside your password. One joins them when you sign in by it.
    </p>
    ${
      rows.length === 0
        ? html`<p>There are none.</p>`
        : html`<ul class="rows">
              ${rows}
            </ul>
            <p>
              Disconnecting one signs you out everywhere else, and ends what applications may do in your name.
            </p>`
    }`;
  return settingsPage(SETTINGS.providers, 'Sign-in providers', body, {
    status: refused === null ? 200 : httpStatusOf(refused.problem),
    hasProblem: refused !== null,
    notice,
  });
}
