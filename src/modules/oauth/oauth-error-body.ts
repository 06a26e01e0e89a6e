import type { AppError } from '../../kernel/app-error';
import type { ErrorCode } from '../../kernel/error-code';

/** The error codes of RFC 6749 (4.1.2.1 and 5.2) and RFC 7009 (2.2.1). An error's reason is its code. */
const ERROR_CODES: ReadonlySet<string> = new Set([
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

/** For errors that are raised outside the endpoints, in guards and parsers. */
const CODE_WITHOUT_REASON: Partial<Record<ErrorCode, string>> = {
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

/** The shape of an OAuth error, in a body and in the parameters of a redirect. */
export function oauthErrorBody({ code, reason, message }: AppError): OAuthErrorBody {
  const own = reason !== undefined && ERROR_CODES.has(reason) ? reason : undefined;
  return {
    error: own ?? CODE_WITHOUT_REASON[code] ?? 'invalid_request',
    // The characters that RFC 6749 allows there.
    error_description: message.replaceAll(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, "'"),
  };
}
