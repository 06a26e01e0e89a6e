import type { AppError } from '../kernel/app-error';
import type { ErrorCode } from '../kernel/error-code';
import { httpStatusOf } from './error-shape';

/** The words of RFC 6749 (4.1.2.1 and 5.2) and RFC 7009 (2.2.1). A failure names its own as its reason. */
const WORDS: ReadonlySet<string> = new Set([
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'unsupported_response_type',
  'unsupported_token_type',
  'invalid_scope',
  'access_denied',
]);

/** What is refused before an endpoint has a word for it. */
const WORD_OF_CODE: Partial<Record<ErrorCode, string>> = {
  UNAUTHORIZED: 'invalid_client',
  FORBIDDEN: 'access_denied',
  TOO_MANY_REQUESTS: 'temporarily_unavailable',
  SERVICE_UNAVAILABLE: 'temporarily_unavailable',
  INTERNAL_SERVER_ERROR: 'server_error',
};

export interface OAuthErrorBody {
  error: string;
  error_description: string;
}

export function oauthErrorBody({ code, reason, message }: AppError): OAuthErrorBody {
  const own = reason !== undefined && WORDS.has(reason) ? reason : undefined;
  return {
    error: own ?? WORD_OF_CODE[code] ?? 'invalid_request',
    // The characters that RFC 6749 allows there.
    error_description: message.replaceAll(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, "'"),
  };
}

/** What a refusal says besides: how clients show who they are (RFC 6749, 5.2), and how these endpoints are called. */
export function oauthErrorHeaders({ code }: AppError): Record<string, string> {
  if (code === 'UNAUTHORIZED') return { 'www-authenticate': 'Basic realm="oauth", charset="UTF-8"' };
  return code === 'METHOD_NOT_SUPPORTED' ? { allow: 'POST' } : {};
}

/** A body of another type is one more invalid request there. */
export function oauthStatusOf(error: AppError): number {
  return error.code === 'UNSUPPORTED_MEDIA_TYPE' ? 400 : httpStatusOf(error);
}

const ENDPOINT = /^\/oauth\/(token|revoke|introspect)\/?(\?|$)/;

/** Whether whoever calls this reads OAuth's errors, and no others. */
export function isOAuthEndpoint(url: string): boolean {
  return ENDPOINT.test(url);
}
