import type { AppError } from '../../kernel/app-error';
import { httpStatusOf } from '../../rpc/error-shape';
import { form } from '../../rpc/pages/form';
import { html } from '../../rpc/pages/html';
import { page, type ShownPage } from '../../rpc/pages/page';

export const CODE_PATH = '/api/auth/oauth/code';

/** Asks for the second factor of an account that a provider has vouched for. */
export function codePage(problem: AppError | null): ShownPage {
  const body = html`<p>Your account has two-factor authentication; the provider alone does not open it.</p>
    ${form({
      action: CODE_PATH,
      submit: 'Sign in',
      fields: [
        {
          name: 'code',
          label: 'Code',
          hint: 'The six digits that your authenticator shows, or one of your recovery codes',
          autocomplete: 'one-time-code',
          inputMode: 'text',
          hasFocus: true,
        },
      ],
      problem,
    })}
    <p><a href="/signin">Begin anew</a></p>`;
  const status = problem === null ? 200 : httpStatusOf(problem);
  return page('Enter your code', body, { status, hasProblem: problem !== null });
}
