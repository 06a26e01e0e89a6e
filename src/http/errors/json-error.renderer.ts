import type { AppError } from '../../kernel/app-error';
import { shownPath } from '../bodies/acceptable-input';
import { bearerChallenge } from './bearer-challenge';
import type { ErrorRenderer, FailedRequest, RenderedError } from './error-renderer';
import { errorBody, httpStatusOf } from './error-shape';
import { pathOf } from '../server/request-path';

const PROCEDURES = '/api/trpc/';

/** The error body of the API (contract §4). Its `path` is the procedure or the route. */
export class JsonErrorRenderer implements ErrorRenderer {
  render(error: AppError, { url, headers }: FailedRequest): RenderedError {
    const challenge = bearerChallenge(error, headers.authorization);
    return {
      status: httpStatusOf(error),
      headers: {
        'content-type': 'application/json; charset=utf-8',
        ...(challenge === null ? {} : { 'www-authenticate': challenge }),
      },
      body: JSON.stringify(errorBody(error, wirePathOf(url))),
    };
  }
}

/** Truncated, because the response repeats the path, which may name a batch of thousands. */
function wirePathOf(url: string): string {
  const path = pathOf(url);
  return shownPath(path.startsWith(PROCEDURES) ? decoded(path.slice(PROCEDURES.length)) : path);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
