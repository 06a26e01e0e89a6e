import { AppError } from '../../../kernel/app-error';
import { continuePath } from '../../../http/pages/continue-path';
import type { QueryParameters } from './query-parameters';

const AUTHORIZE = '/oauth/authorize?';

export function authorizePath({ text }: QueryParameters): string {
  return AUTHORIZE + text;
}

/** The page on which the user signs in, or signs in as another user, to continue the request. */
export function signInPath(query: QueryParameters): string {
  return `/signin?continue=${encodeURIComponent(authorizePath(query))}`;
}

export function isAuthorizePath(path: string): boolean {
  return path.startsWith(AUTHORIZE);
}

/** The authorization request to continue after single sign-on, from a URL of this service. Rejects every other path. */
export function givenAuthorizePath(given: unknown): string {
  const path = continuePath(given);
  if (!isAuthorizePath(path))
    throw new AppError('BAD_REQUEST', 'Start from the application that you want to authorize');
  return path;
}
