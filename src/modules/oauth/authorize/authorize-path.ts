import { AppError } from '../../../kernel/app-error';
import { continuePath } from '../../../http/pages/continue-path';
import type { QueryParameters } from './query-parameters';

const AUTHORIZE = '/oauth/authorize?';

export function authorizePath({ text }: QueryParameters): string {
  return AUTHORIZE + text;
}

/** Where someone signs in for it, or as another user. */
export function signInPath(query: QueryParameters): string {
  return `/signin?continue=${encodeURIComponent(authorizePath(query))}`;
}

export function isAuthorizePath(path: string): boolean {
  return path.startsWith(AUTHORIZE);
}

/** Where a sign-on for an application goes on, as an address of ours tells it; rejects every other way. */
export function givenAuthorizePath(given: unknown): string {
  const path = continuePath(given);
  if (!isAuthorizePath(path))
    throw new AppError('BAD_REQUEST', 'Start from the application that you want to authorize');
  return path;
}
