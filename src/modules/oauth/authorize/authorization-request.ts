import { SCOPES, type Scope } from '../../../access/scope';
import type { OAuthClient } from '../applications/clients.read-model';
import { OAuthRequestError } from '../oauth-request-error';
import type { QueryParameters } from './query-parameters';

/** Enough for a client's state; the redirect URL contains all of it. */
const STATE_MAX = 2_048;
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;
const ONCE = ['response_type', 'scope', 'state', 'code_challenge', 'code_challenge_method', 'response_mode'];

/** A valid authorization request. */
export interface AuthorizationRequest {
  scopes: readonly Scope[];
  /** The PKCE challenge (S256); null for a confidential client without PKCE. */
  codeChallenge: string | null;
}

/** Validates the request. The client and its redirect URI were validated before: their errors are shown as pages. */
export function checkRequest(query: QueryParameters, client: OAuthClient): AuthorizationRequest {
  rejectRepeated(query);
  rejectOtherResponses(query);
  rejectLongState(query);
  return { scopes: scopesOf(query, client), codeChallenge: challengeOf(query, client) };
}

/** The state exactly as sent, because it is returned unchanged; null if it is absent or cannot be returned. */
export function stateOf(query: QueryParameters): string | null {
  const state = query.isRepeated('state') ? null : query.raw('state');
  return state === null || state.length > STATE_MAX ? null : state;
}

function rejectRepeated(query: QueryParameters): void {
  const repeated = ONCE.find((name) => query.isRepeated(name));
  if (repeated !== undefined) throw new OAuthRequestError('invalid_request', `Send ${repeated} once`);
}

function rejectOtherResponses(query: QueryParameters): void {
  const type = query.value('response_type');
  if (type === null) throw new OAuthRequestError('invalid_request', 'response_type is missing');
  if (type !== 'code') throw new OAuthRequestError('unsupported_response_type', 'response_type must be code');
  const mode = query.value('response_mode');
  if (mode !== null && mode !== 'query') {
    throw new OAuthRequestError('invalid_request', 'response_mode must be query');
  }
}

function rejectLongState(query: QueryParameters): void {
  if ((query.raw('state')?.length ?? 0) > STATE_MAX) {
    throw new OAuthRequestError('invalid_request', `state must be at most ${STATE_MAX} characters, encoded`);
  }
}

/** Without a scope parameter, all scopes of the application; the consent page lists them. */
function scopesOf(query: QueryParameters, client: OAuthClient): readonly Scope[] {
  if (query.raw('scope') === null) return client.scopes;
  const asked = new Set((query.value('scope') ?? '?').split(' '));
  const isRegistered = [...asked].every((scope) => client.scopes.includes(scope as Scope));
  if (!isRegistered) {
    throw new OAuthRequestError(
      'invalid_scope',
      `This application can request at most ${client.scopes.join(' ')}`,
    );
  }
  return SCOPES.filter((scope) => asked.has(scope));
}

function challengeOf(query: QueryParameters, client: OAuthClient): string | null {
  const challenge = query.value('code_challenge');
  const method = query.value('code_challenge_method');
  if (challenge === null) {
    if (query.raw('code_challenge') !== null || method !== null) {
      throw new OAuthRequestError('invalid_request', 'code_challenge is missing or cannot be read');
    }
    if (client.mustUsePkce) {
      throw new OAuthRequestError('invalid_request', 'This application must send a code_challenge (PKCE)');
    }
    return null;
  }
  // A missing method would mean plain, which protects nothing.
  if (method !== 'S256') throw new OAuthRequestError('invalid_request', 'code_challenge_method must be S256');
  if (!CHALLENGE.test(challenge)) {
    throw new OAuthRequestError('invalid_request', 'code_challenge must be 43 characters of base64url');
  }
  return challenge;
}
