import { AppError } from '../../kernel/app-error';

export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'invalid_scope'
  | 'access_denied';

/** A rejection with an error code of RFC 6749. */
export class OAuthRequestError extends AppError {
  constructor(error: OAuthErrorCode, description: string) {
    super(error === 'invalid_client' ? 'UNAUTHORIZED' : 'BAD_REQUEST', description, { reason: error });
  }
}
