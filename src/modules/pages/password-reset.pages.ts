import type { AppError } from '../../kernel/app-error';
import { httpStatusOf } from '../../http/errors/error-shape';
import { form } from '../../http/pages/form';
import { html } from '../../http/pages/html';
import { page, type ShownPage } from '../../http/pages/page';
import { emailField } from './email-field';
import { newPasswordField } from './new-password-field';

export function forgotPasswordPage(email?: string, problem: AppError | null = null): ShownPage {
  const body = html`<p>We will send you an e-mail with a link to choose a new password.</p>
    ${form({
      action: '/forgot-password',
      submit: 'Send the link',
      fields: [emailField(email, { hasFocus: true })],
      problem,
    })}
    <p><a href="/signin">Back to sign-in</a></p>`;
  return page('Forgot your password?', body, extras(problem));
}

/** The same page whether or not the address has an account. */
export function resetMailedPage(email: string): ShownPage {
  return page(
    'Check your e-mail',
    html`<p>
        If <strong>${email}</strong> has an account here, a mail with a link is on its way. The link works
        once, and not for long.
      </p>
      <p>No e-mail? Check your spam folder, or <a href="/forgot-password">request another one</a>.</p>
      <p><a href="/signin">Back to sign-in</a></p>`,
  );
}

export function resetPasswordPage(token: string, problem: AppError | null = null): ShownPage {
  const isTokenInvalid = problem?.issues?.some(({ path }) => path === 'token') === true;
  const body = html`${form({
      action: '/reset-password',
      submit: 'Change password',
      hidden: { token },
      fields: [{ ...newPasswordField('password', 'New password'), hasFocus: true }],
      problem,
    })}
    ${isTokenInvalid && html`<p><a href="/forgot-password">Request a new link</a></p>`}
    <p>Changing the password signs you out everywhere.</p>`;
  return page('Choose a new password', body, extras(problem));
}

function extras(problem: AppError | null) {
  return { status: problem === null ? 200 : httpStatusOf(problem), hasProblem: problem !== null };
}
