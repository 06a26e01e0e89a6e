import type { AppError } from '../../../kernel/app-error';
import { httpStatusOf } from '../../../http/errors/error-shape';
import { form } from '../../../http/pages/form';
import { html } from '../../../http/pages/html';
import type { ShownPage } from '../../../http/pages/page';
import type { PageSession } from '../page-session.service';
import { settingsPage } from './settings-page';
import { SETTINGS } from './settings-paths';
import { elsewhere, pathInOrganization } from './shown-organizations.service';

export interface ShownGrants {
  readonly grants: readonly {
    readonly id: string;
    readonly application: { readonly name: string; readonly organization: string };
    readonly scopes: readonly string[];
    readonly createdAt: string;
    readonly lastUsedAt: string | null;
  }[];
  readonly nextCursor: string | null;
}

export interface ApplicationsPage {
  /** The shown organization; null if the user is a member of none. */
  slug: string | null;
  /** The organizations that can be shown at this host. */
  slugs: readonly string[];
  shown: ShownGrants;
  notice?: string | undefined;
  problem?: AppError | null;
}

export function applicationsPage({ hidden }: PageSession, of: ApplicationsPage): ShownPage {
  const { slug, slugs, shown, notice, problem = null } = of;
  const rows = shown.grants.map(
    ({ id, application, scopes, createdAt, lastUsedAt }) =>
      html`<li>
        <strong>${application.name}</strong> of ${application.organization}
        <p class="hint">
          ${scopes.join(', ')}; since ${createdAt.slice(0, 10)},
          ${lastUsedAt === null ? 'never used' : `last used ${lastUsedAt.slice(0, 10)}`}
        </p>
        ${form({
          action: SETTINGS.applications,
          submit: 'Revoke access',
          submitLabel: `Revoke the access of ${application.name}`,
          hidden: { id, organization: slug ?? '', ...hidden },
          isQuiet: true,
        })}
      </li>`,
  );
  const older = `${pathInOrganization(SETTINGS.applications, slug ?? '')}&cursor=${shown.nextCursor}`;
  const body = html`<p>
      Applications that you have authorized to act on your
      behalf${slug !== null && html` in <strong>${slug}</strong>`}.
    </p>
    ${problem && html`<p class="problem" role="alert">${problem.message}</p>`}
    ${
      rows.length > 0
        ? html`<ul class="rows">
            ${rows}
          </ul>`
        : problem === null && html`<p>There are none.</p>`
    }
    ${shown.nextCursor !== null && html`<p><a href="${older}">Older</a></p>`}
    ${elsewhere(SETTINGS.applications, slug, slugs)}`;
  return settingsPage(SETTINGS.applications, 'Applications', body, {
    status: problem === null ? 200 : httpStatusOf(problem),
    hasProblem: problem !== null,
    notice,
  });
}
