import type { OrganizationId } from '../../../kernel/ids';
import type { Scope } from '../../../access/scope';
import { FORM_TOKEN_FIELD } from '../../../http/pages/form-tokens';
import { html, type Html } from '../../../http/pages/html';
import { page, type ShownPage } from '../../../http/pages/page';
import { signInPath } from './authorize-path';
import type { AuthorizingPerson } from './authorizing-user.read-model';
import type { OAuthClient } from '../applications/clients.read-model';
import type { QueryParameters } from './query-parameters';

/** The specification's words for what a scope lets a program do. */
const MEANINGS: Readonly<Record<Scope, string>> = {
  read: 'read all resources that you can see',
  write: 'create and update',
  delete: 'delete',
  admin: 'manage organization settings and members',
  webhooks: 'manage webhook configurations',
};

export interface Consent {
  client: OAuthClient;
  person: AuthorizingPerson;
  scopes: readonly Scope[];
  redirectUri: string;
  /** The request's own query, to be judged again when the form comes. */
  query: QueryParameters;
  formToken: string;
}

/** Asks a person whether they let an application act for them. */
export function consentPage({ client, person, scopes, redirectUri, query, formToken }: Consent): ShownPage {
  const { organizations } = person;
  const only = organizations.length === 1 ? organizations[0]! : null;
  const isOwn = only?.id === client.organizationId;
  return page(
    'Authorize an application',
    html`<p>
        ${named(client.name)} asks to act for you in ${only ? named(only.name) : 'an organization of yours'}.
      </p>
      ${
        !isOwn &&
        html`<p class="note">
          It was registered by the organization ${named(client.organizationName)}. No one has verified who is
          behind it: go on only if you trust them.
        </p>`
      }
      <p>As far as your own role goes, and until you take it back, it will be able to:</p>
      <ul>
        ${scopes.map((scope) => html`<li><code>${scope}</code>: ${MEANINGS[scope]}</li>`)}
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

/** Set apart: a name that is written from right to left turns nothing around that the page says beside it. */
function named(name: string): Html {
  return html`<bdi><strong>${name}</strong></bdi>`;
}

/** What a person may recognize of where they are sent. */
function destination(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri);
  return host === '' ? `the program that ${protocol} belongs to` : host;
}
