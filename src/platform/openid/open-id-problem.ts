import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client';
import { errors as joseErrors } from 'jose';
import { AppError } from '../../kernel/app-error';
import { type ProviderError, providerErrorOf } from './provider-error';

const MESSAGES = {
  provider_refused: 'The identity provider did not sign you in',
  provider_unreachable: 'The identity provider cannot be reached or returned an invalid response',
  code_refused: 'The identity provider rejected the code or this application',
  token_refused: "The identity provider's ID token is not valid",
} as const;

type Reason = keyof typeof MESSAGES;

/** Why an authorization request failed. Of the provider's response it contains only the OAuth error code. */
export class OpenIdProblem extends AppError {
  /** The library's error code, for logs and administrators. */
  readonly detail: string | undefined;
  /** The provider's own reason; null if it gave none. */
  readonly providerError: ProviderError | null;

  constructor(reason: Reason, cause?: unknown, detail = codeOf(cause)) {
    const providerError = providerErrorOf(cause);
    super('BAD_REQUEST', messageOf(MESSAGES[reason], providerError), { reason, cause });
    this.detail = detail;
    this.providerError = providerError;
  }
}

export function openIdProblem(error: unknown): OpenIdProblem {
  if (error instanceof OpenIdProblem) return error;
  if (error instanceof AuthorizationResponseError) return new OpenIdProblem('provider_refused', error);
  if (error instanceof ResponseBodyError || error instanceof WWWAuthenticateChallengeError)
    return new OpenIdProblem('code_refused', error, error.code);
  const outbound = outboundCause(error);
  if (outbound) return new OpenIdProblem('provider_unreachable', outbound, outbound.reason);
  const isResponseUnusable =
    (error instanceof ClientError || error instanceof joseErrors.JOSEError) &&
    UNUSABLE_RESPONSE_CODES.has(error.code ?? '');
  return new OpenIdProblem(isResponseUnusable ? 'provider_unreachable' : 'token_refused', error);
}

/** Why a provider's metadata cannot be used: this is not a failed callback, because no user was involved yet. */
export function metadataProblem(error: unknown): OpenIdProblem {
  const { detail } = openIdProblem(error);
  return new OpenIdProblem('provider_unreachable', error, detail);
}

/** From the IANA registry of OAuth errors. */
const PLAIN_CODE = /^[a-z][a-z0-9_]*$/;

/** Codes of missing or malformed responses; all other codes concern the content of a response. */
const UNUSABLE_RESPONSE_CODES: ReadonlySet<string> = new Set([
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'ERR_JOSE_GENERIC',
  'ERR_JWKS_INVALID',
  'ERR_JWKS_TIMEOUT',
]);

function outboundCause(error: unknown): AppError | undefined {
  for (let next = error, depth = 0; next instanceof Error && depth < 5; next = next.cause, depth += 1)
    if (next instanceof AppError) return next;
  return undefined;
}

function codeOf(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : undefined;
}

/** For administrators: the provider wrote the description, and it is only logged. */
function messageOf(message: string, given: ProviderError | null): string {
  return given !== null && PLAIN_CODE.test(given.error) ? `${message}: ${given.error}` : message;
}
