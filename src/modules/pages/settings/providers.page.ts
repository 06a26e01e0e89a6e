import type { AppError } from '../../../kernel/app-error';
import { httpStatusOf } from '../../../http/errors/error-shape';
import { form } from '../../../http/pages/form';
import { html } from '../../../http/pages/html';
import type { ShownPage } from '../../../http/pages/page';
import type { PageSession } from '../page-session.service';
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

/** A configured provider that is not connected to the account. */
export interface ConnectableProvider {
  readonly id: string;
  readonly name: string;
}

export interface ShownProviders {
  readonly providers: readonly ShownProvider[];
  readonly connectable: readonly ConnectableProvider[];
  /** Why none of them can be connected now. */
  readonly obstacle: AppError | null;
}

/** Which provider's form was rejected, and why. */
export interface RejectedProvider {
  readonly provider: string;
  readonly problem: AppError;
}

export function providersPage(
  { hidden }: PageSession,
  { providers, connectable, obstacle }: ShownProviders,
  { rejected = null, notice }: { rejected?: RejectedProvider | null; notice?: string | undefined } = {},
): ShownPage {
  const rows = providers.map(({ provider, name, createdAt, lastUsedAt, disconnectedAt }) => {
    const problem = rejected?.provider === provider ? rejected.problem : null;
    const isIn = disconnectedAt === null;
    const change = form({
      action: SETTINGS.providers,
      submit: isIn ? 'Disconnect' : 'Reconnect',
      submitLabel: isIn ? `Disconnect ${name}` : `Reconnect ${name}`,
      hidden: { provider, act: isIn ? 'remove' : 'restore', ...hidden },
      fields: passwordIfAsked(problem),
      problem,
      prefix: `${provider}-`,
      isQuiet: true,
    });
    const since = isIn
      ? `since ${createdAt.slice(0, 10)}, last used ${lastUsedAt.slice(0, 10)}`
      : `disconnected on ${disconnectedAt.slice(0, 10)}: can no longer sign in`;
    return html`<li>
      <strong>${name}</strong>
      <p class="hint">${since}</p>
      ${change}
    </li>`;
  });
  const connections = (obstacle === null ? connectable : []).map(({ id, name }) => {
    const problem = rejected?.provider === id ? rejected.problem : null;
    return html`<li>
      <strong>${name}</strong>
      ${form({
        action: SETTINGS.providers,
        submit: `Connect ${name}`,
        hidden: { provider: id, act: 'connect', ...hidden },
        fields: passwordIfAsked(problem),
        problem,
        prefix: `${id}-`,
        isQuiet: true,
      })}
    </li>`;
  });
  const body = html`<p>
      Services that you can sign in with besides your password. A service is connected when you sign in with
      it, or when you connect it here.
    </p>
    ${
      rows.length === 0
        ? html`<p>There are none.</p>`
        : html`<ul class="rows">
              ${rows}
            </ul>
            <p>
              Disconnecting a provider signs you out everywhere else, and revokes the access of applications
              that you have authorized.
            </p>`
    }
    ${
      connections.length > 0 &&
      html`<h2>Connect another</h2>
        <ul class="rows">
          ${connections}
        </ul>`
    }
    ${
      connectable.length > 0 &&
      obstacle !== null &&
      html`<h2>Connect another</h2>
        <p>${obstacle.message}.</p>
        <p><a href="/forgot-password">Request a link by e-mail</a></p>`
    }`;
  return settingsPage(SETTINGS.providers, 'Sign-in providers', body, {
    status: rejected === null ? 200 : httpStatusOf(rejected.problem),
    hasProblem: rejected !== null,
    leadsToOtherSites: connections.length > 0,
    notice,
  });
}
