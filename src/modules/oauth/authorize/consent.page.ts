import type { OrganizationId } from '../../../kernel/ids';
import { type Scope, SCOPE_MEANINGS } from '../../../access/scope';
import { FORM_TOKEN_FIELD } from '../../../http/pages/form-tokens';
import { html, type Html } from '../../../http/pages/html';
import { page, type ShownPage } from '../../../http/pages/page';
import { signInPath } from './authorize-path';
import type { AuthorizingPerson } from './authorizing-user.read-model';
import type { OAuthClient } from '../applications/clients.read-model';
import type { QueryParameters } from './query-parameters';

export interface Consent {
  client: OAuthClient;
  person: AuthorizingPerson;
  scopes: readonly Scope[];
  redirectUri: string;
  /** The query of the request, which is validated again when the form is submitted. */
  query: QueryParameters;
  formToken: string;
}

/** Asks the user to authorize an application. */
export function consentPage({ client, person, scopes, redirectUri, query, formToken }: Consent): ShownPage {
  const { organizations } = person;
  const only = organizations.length === 1 ? organizations[0]! : null;
  const isOwn = only?.id === client.organizationId;
  return page(
    'Authorize an application',
    html`<p>
        ${named(client.name)} requests permission to act for you in
        ${only ? named(only.name) : 'one of your organizations'}.
      </p>
      ${
        !isOwn &&
        html`<p class="note">
          It was registered by the organization ${named(client.organizationName)}. No one has verified who is
          behind it: continue only if you trust this organization.
        </p>`
      }
      <p>Within the limits of your role, and until you revoke access, it will be able to:</p>
      <ul>
        ${scopes.map((scope) => html`<li><code>${scope}</code>: ${SCOPE_MEANINGS[scope]}</li>`)}
      </ul>
      <p>
        You are signed in as <bdi>${person.name}</bdi> (${person.email}). You will be sent to
        ${destination(redirectUri)}.
      </p>
      <p><a href="${signInPath(query)}">Use a different account or organization</a></p>
      <form method="post" action="/oauth/authorize">
        <input type="hidden" name="${FORM_TOKEN_FIELD}" value="${formToken}" />
        <input type="hidden" name="request" value="${query.text}" />
        ${only ? html`<input type="hidden" name="organizationId" value="${only.id}" />` : organizationChoice(person, client)}
        <p class="actions">
          <button type="submit" name="decision" value="approve">Authorize</button>
          <button class="quiet" type="submit" name="decision" value="deny">Cancel</button>
        </p>
      </form>`,
    { leadsToOtherSites: true },
  );
}

function organizationChoice({ organizations }: AuthorizingPerson, client: OAuthClient) {
  const chosen: OrganizationId | undefined = organizations.find(({ id }) => id === client.organizationId)?.id;
  return html`<label for="organizationId">Organization</label>
    <select id="organizationId" name="organizationId">
      ${organizations.map(({ id, name }) =>
        id === chosen
          ? html`<option value="${id}" selected>${name}</option>`
          : html`<option value="${id}">${name}</option>`,
      )}
    </select>`;
}

/** Isolated, so that a right-to-left name cannot reorder the text around it. */
function named(name: string): Html {
  return html`<bdi><strong>${name}</strong></bdi>`;
}

/** The part of the redirect URI that a user can recognize. */
function destination(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri);
  return host === '' ? `the program that ${protocol} belongs to` : host;
}
