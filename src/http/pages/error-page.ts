import type { AppError } from '../../kernel/app-error';
import { httpStatusOf } from '../errors/error-shape';
import { html } from './html';
import { page, type ShownPage } from './page';

const TITLES: Readonly<Record<number, string>> = {
  400: 'The request failed',
  401: 'Please sign in',
  403: 'Not allowed',
  404: 'Page not found',
  409: 'The request failed',
  429: 'Too many attempts',
  503: 'Not available right now',
};

/** A failure as a page: what happened, a code for the administrator, and the request id for the log. */
export function errorPage(error: AppError, requestId: string): ShownPage {
  const status = httpStatusOf(error);
  const wait = error.retryAfterSeconds;
  return page(
    TITLES[status] ?? (status >= 500 ? 'Something went wrong' : 'The request failed'),
    html`<p class="problem" role="alert">${error.message}</p>
      ${wait === undefined ? null : html`<p>Please try again in ${wait} seconds.</p>`}
      <p class="hint">
        ${error.reason === undefined ? null : html`Reason: <code>${error.reason}</code>. `}Request:
        <code>${requestId}</code>
      </p>
      <p><a href="/">To the start page</a></p>`,
    { status },
  );
}
