import type { AppError } from '../../../kernel/app-error';
import { NAME_MAX } from '../../../kernel/limits';
import { SCOPE_MEANINGS, SCOPES } from '../../../access/scope';
import { httpStatusOf } from '../../../http/errors/error-shape';
import type { Choice } from '../../../http/pages/choices';
import { form } from '../../../http/pages/form';
import type { FormPart } from '../../../http/pages/form-part';
import { html } from '../../../http/pages/html';
import type { ShownPage } from '../../../http/pages/page';
import type { PageSession } from '../page-session.service';
import { settingsPage } from './settings-page';
import { SETTINGS } from './settings-paths';
import { elsewhere, pathInOrganization } from './shown-organizations.service';
import type { OfferedPlace } from './offered-places.service';
import { FIND_MAX, PLACE_BOX, SCOPE_BOX, type TypedToken } from './typed-token';

const TITLE = 'Create a personal access token';

/** The longest lifetime of a token in days, and the one that the form suggests. */
const DAYS_MAX = 366;
const DAYS_SUGGESTED = 90;

export interface NewTokenPage {
  slug: string;
  /** The organizations that can be shown at this host. */
  slugs: readonly string[];
  /** The longest lifetime in the organization; null for no limit. */
  maxDays: number | null;
  typed: TypedToken | null;
  /** Chosen and offered workspaces and boards. */
  places: readonly OfferedPlace[];
  /** Whether the search for workspaces and boards had no result. */
  hasFoundNone: boolean;
  /** Identifies this form, so that it creates one token even if it is sent again. */
  attempt: string;
  problem: AppError | null;
}

export interface CreatedToken {
  readonly name: string;
  readonly token: string;
  readonly expiresAt: string | null;
}

export function newTokenPage({ hidden }: PageSession, of: NewTokenPage): ShownPage {
  const { slug, slugs, attempt, problem } = of;
  const body = html`<p>
      A token lets a program call the API in your name in <strong>${slug}</strong>. It can do what you can,
      within its scopes and limits.
    </p>
    ${form({
      action: SETTINGS.newToken,
      submit: 'Create the token',
      hidden: { organization: slug, attempt, ...hidden },
      fields: fieldsOf(of),
      problem,
    })}
    <p><a href="${pathInOrganization(SETTINGS.tokens, slug)}">Back to your tokens</a></p>
    ${elsewhere(SETTINGS.newToken, slug, slugs)}`;
  return settingsPage(SETTINGS.tokens, TITLE, body, {
    status: problem === null ? 200 : httpStatusOf(problem),
    hasProblem: problem !== null,
  });
}

/** The only page that contains the secret. */
export function createdTokenPage(slug: string, { name, token, expiresAt }: CreatedToken): ShownPage {
  const body = html`<p class="note" role="status">
      This is the token <bdi><strong>${name}</strong></bdi
      >. Copy it now: it is shown only once.
    </p>
    <p><code class="secret">${token}</code></p>
    <p>
      Programs send it as <code>Authorization: Bearer</code>.
      ${expiresAt === null ? 'It does not expire.' : `It expires on ${expiresAt.slice(0, 10)}.`} Any program
      that has it can act in your name: store it in a safe place, and not in source code.
    </p>
    <p><a class="button" href="${pathInOrganization(SETTINGS.tokens, slug)}">I have saved the token</a></p>`;
  return settingsPage(SETTINGS.tokens, 'Your new token', body);
}

function fieldsOf(of: NewTokenPage): FormPart[] {
  const { maxDays, typed } = of;
  const longest = Math.min(maxDays ?? DAYS_MAX, DAYS_MAX);
  const suggested = String(Math.min(longest, DAYS_SUGGESTED));
  return [
    {
      name: 'name',
      label: 'Name',
      hint: 'Where the token is used, so that you recognize it later',
      value: typed?.name,
      autocomplete: 'off',
      maxLength: NAME_MAX,
    },
    {
      kind: 'choices',
      name: 'scopes',
      label: 'Scopes',
      choices: SCOPES.map((scope) => scopeBox(scope, typed)),
    },
    {
      name: 'expiresIn',
      label: 'Days until it expires',
      type: 'number',
      inputMode: 'numeric',
      hint:
        maxDays === null
          ? `At most ${DAYS_MAX}; empty for a token that does not expire`
          : `At most ${longest} in this organization`,
      value: typed?.days ?? suggested,
      autocomplete: 'off',
      min: 1,
      max: longest,
      isOptional: maxDays === null,
    },
    ...placeFields(of),
    {
      kind: 'area',
      name: 'allowedCidrs',
      label: 'Allowed addresses',
      hint: 'Addresses or CIDRs such as 203.0.113.0/24 from which the token can be used, one per line, at most 20; empty for all',
      value: typed?.allowedCidrs ?? '',
      isOptional: true,
    },
  ];
}

function placeFields({ typed, places, hasFoundNone }: NewTokenPage): FormPart[] {
  const chosen = new Set(typed?.chosenPlaces);
  const boxes = places.map(({ id, name }): Choice => ({
    name: `${PLACE_BOX}${id}`,
    label: name,
    isChosen: chosen.has(id),
  }));
  const choices: FormPart = {
    kind: 'choices',
    name: 'chosen',
    label: 'Limit to workspaces or boards',
    hint: 'If you choose any, the token sees nothing else: up to 50 workspaces, or up to 50 boards',
    isOptional: true,
    choices: boxes,
  };
  return [
    {
      name: 'find',
      label: 'Find workspaces and boards to limit the token to',
      hint: hasFoundNone ? 'Nothing was found. Search for words of their names' : 'Words of their names',
      value: typed?.find,
      autocomplete: 'off',
      isOptional: true,
      maxLength: FIND_MAX,
      hasFocus: Boolean(typed?.find),
      button: { name: 'step', value: 'find', label: 'Find' },
    },
    ...(boxes.length === 0 ? [] : [choices]),
    {
      kind: 'area',
      name: 'places',
      label: 'Or limit it to workspaces or boards by ID',
      hint: 'One per line',
      value: typed?.otherPlaces ?? '',
      isOptional: true,
    },
  ];
}

function scopeBox(scope: (typeof SCOPES)[number], typed: TypedToken | null): Choice {
  return {
    name: `${SCOPE_BOX}${scope}`,
    label: `${scope}: ${SCOPE_MEANINGS[scope]}`,
    isChosen: typed?.scopes.includes(scope) ?? false,
  };
}
