import type { AppError } from '../../kernel/app-error';
import { httpStatusOf } from '../../http/errors/error-shape';
import { form } from '../../http/pages/form';
import { html } from '../../http/pages/html';
import { page, type ShownPage } from '../../http/pages/page';

export const CODE_PATH = '/api/auth/oauth/code';

/** Asks for the second factor after the provider has verified the user. */
export function codePage(problem: AppError | null): ShownPage {
  const body = html`<p>Your account has two-factor authentication; the provider alone does not open it.</p>
    ${form({
      action: CODE_PATH,
      submit: 'Sign in',
      fields: [
        {
          name: 'code',
          label: 'Code',
          hint: 'The six digits from your authenticator app, or a recovery code',
          autocomplete: 'one-time-code',
          inputMode: 'text',
          hasFocus: true,
        },
      ],
      problem,
    })}
    <p><a href="/signin">Start over</a></p>`;
  const status = problem === null ? 200 : httpStatusOf(problem);
  return page('Enter your code', body, { status, hasProblem: problem !== null });
}
