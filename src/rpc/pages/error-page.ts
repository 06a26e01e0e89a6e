import type { AppError } from '../../kernel/app-error';
import { httpStatusOf } from '../error-shape';
import { html } from './html';
import { page, type ShownPage } from './page';

const TITLES: Readonly<Record<number, string>> = {
  400: 'This did not work',
  401: 'Please sign in',
  403: 'Not allowed',
  404: 'Page not found',
  409: 'This did not work',
  429: 'Too many attempts',
  503: 'Not available right now',
};

/** A failure as people read it: what happened, a code for the administrator, and the id that the log has it under. */
export function errorPage(error: AppError, requestId: string): ShownPage {
  const status = httpStatusOf(error);
  const wait = error.retryAfterSeconds;
  return page(
    TITLES[status] ?? (status >= 500 ? 'Something went wrong' : 'This did not work'),
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
