import { httpStatusOf } from './error-shape';
import type { AppError } from '../../kernel/app-error';

export const BEARER_CHALLENGE = 'Bearer realm="api"';

/**
 * The challenge of a 401 for a missing or invalid credential (RFC 6750, section 3). The realm names neither product nor
 * organization.
 */
export function bearerChallenge(error: AppError, authorization: string | undefined): string | null {
  if (httpStatusOf(error) !== 401) return null;
  return authorization === undefined ? BEARER_CHALLENGE : `${BEARER_CHALLENGE}, error="invalid_token"`;
}
