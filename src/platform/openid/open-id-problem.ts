import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client';
import { AppError } from '../../kernel/app-error';

const MESSAGES = {
  provider_refused: 'The identity provider did not sign you in',
  provider_unreachable: 'The identity provider cannot be reached or does not answer as it should',
  code_refused: 'The identity provider did not take the code or this application',
  token_refused: 'What the identity provider says of you does not hold',
} as const;

type Reason = keyof typeof MESSAGES;

/** Why a round trip through an identity provider ended. Shows nothing of what the provider sent. */
export class OpenIdProblem extends AppError {
  /** The library's code for it, for logs and administrators. */
  readonly detail: string | undefined;

  constructor(reason: Reason, cause?: unknown, detail = codeOf(cause)) {
    super('BAD_REQUEST', MESSAGES[reason], { reason, cause });
    this.detail = detail;
  }
}

export function openIdProblem(error: unknown): OpenIdProblem {
  if (error instanceof OpenIdProblem) return error;
  if (error instanceof AuthorizationResponseError) return new OpenIdProblem('provider_refused', error);
  if (error instanceof ResponseBodyError || error instanceof WWWAuthenticateChallengeError)
    return new OpenIdProblem('code_refused', error, error.code);
  const outbound = outboundCause(error);
  if (outbound) return new OpenIdProblem('provider_unreachable', outbound, outbound.reason);
  const code = codeOf(error);
  const isAnswerBroken = error instanceof ClientError && UNUSABLE_ANSWERS.has(code ?? '');
  return new OpenIdProblem(isAnswerBroken ? 'provider_unreachable' : 'token_refused', error);
}

/** Why a provider's metadata cannot be used: whatever is wrong with them, nobody has come back with anything yet. */
export function metadataProblem(error: unknown): OpenIdProblem {
  const { detail } = openIdProblem(error);
  return new OpenIdProblem('provider_unreachable', error, detail);
}

/** Codes of answers that are none; everything else that is wrong is wrong with what they say. */
const UNUSABLE_ANSWERS: ReadonlySet<string> = new Set([
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
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
