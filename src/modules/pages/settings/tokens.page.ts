import type { AppError } from '../../../kernel/app-error';
import { httpStatusOf } from '../../../http/errors/error-shape';
import { form } from '../../../http/pages/form';
import { html, type Html } from '../../../http/pages/html';
import type { ShownPage } from '../../../http/pages/page';
import type { PageSession } from '../page-session.service';
import { settingsPage } from './settings-page';
import { SETTINGS } from './settings-paths';
import { elsewhere, pathInOrganization } from './shown-organizations.service';

export interface ShownTokens {
  readonly tokens: readonly {
    readonly id: string;
    readonly name: string;
    readonly scopes: readonly string[];
    readonly createdAt: string;
    readonly lastUsedAt: string | null;
    readonly expiresAt: string | null;
    readonly workspaceIds: readonly string[] | null;
    readonly boardIds: readonly string[] | null;
    readonly allowedCidrs: readonly string[] | null;
  }[];
  readonly nextCursor: string | null;
}

export interface TokensPage {
  /** The shown organization; null if the user is a member of none. */
  slug: string | null;
  /** The organizations that can be shown at this host. */
  slugs: readonly string[];
  shown: ShownTokens;
  /** Of the workspaces and boards that the tokens are limited to, by id, as far as the user sees them. */
  placeNames?: ReadonlyMap<string, string>;
  notice?: string | undefined;
  problem?: AppError | null;
}

export function tokensPage({ hidden }: PageSession, of: TokensPage): ShownPage {
  const { slug, slugs, shown, placeNames = new Map<string, string>(), notice, problem = null } = of;
  const rows = shown.tokens.map(
    ({ id, name, scopes, createdAt, lastUsedAt, expiresAt, ...limits }) =>
      html`<li>
        <bdi><strong>${name}</strong></bdi>
        <p class="hint">
          ${scopes.join(', ')}; created ${createdAt.slice(0, 10)},
          ${lastUsedAt === null ? 'never used' : `last used ${lastUsedAt.slice(0, 10)}`},
          ${expiresAt === null ? 'no expiration' : `until ${expiresAt.slice(0, 10)}`}
        </p>
        ${limitedTo('Only workspaces', limits.workspaceIds, placeNames)}
        ${limitedTo('Only boards', limits.boardIds, placeNames)}
        ${limitedTo('Only from', limits.allowedCidrs)}
        ${form({
          action: SETTINGS.tokens,
          submit: 'Revoke',
          submitLabel: `Revoke the token ${name}`,
          hidden: { id, organization: slug ?? '', ...hidden },
          isQuiet: true,
        })}
      </li>`,
  );
  const older = `${pathInOrganization(SETTINGS.tokens, slug ?? '')}&cursor=${shown.nextCursor}`;
  const body = html`<p>
      Personal access tokens of programs that call the API in your
      name${slug !== null && html` in <strong>${slug}</strong>`}. They remain valid when your password
      changes. Revoke any token that you do not recognize.
    </p>
    ${problem && html`<p class="problem" role="alert">${problem.message}</p>`}
    ${slug !== null && html`<p><a class="button" href="${pathInOrganization(SETTINGS.newToken, slug)}">Create a token</a></p>`}
    ${
      rows.length > 0
        ? html`<ul class="rows">
            ${rows}
          </ul>`
        : problem === null && html`<p>There are none.</p>`
    }
    ${shown.nextCursor !== null && html`<p><a href="${older}">More</a></p>`}
    ${elsewhere(SETTINGS.tokens, slug, slugs)}`;
  return settingsPage(SETTINGS.tokens, 'Personal access tokens', body, {
    status: problem === null ? 200 : httpStatusOf(problem),
    hasProblem: problem !== null,
    notice,
  });
}

/** The ids of the places that the user does not see: they may have been deleted. */
function limitedTo(
  label: string,
  entries: readonly string[] | null,
  names: ReadonlyMap<string, string> = new Map(),
): Html | false {
  return (
    entries !== null &&
    html`<p class="hint">
      ${label}: ${entries.map((entry, at) => html`${at > 0 && ', '}<bdi>${names.get(entry) ?? entry}</bdi>`)}
    </p>`
  );
}
