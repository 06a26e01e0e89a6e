import type { AppError } from '../../kernel/app-error';
import { httpStatusOf } from '../../http/errors/error-shape';
import { form } from '../../http/pages/form';
import type { FormFields } from '../../http/pages/form-body';
import { html } from '../../http/pages/html';
import { page, type ShownPage } from '../../http/pages/page';
import { continuing } from '../../http/pages/return-to';
import { emailField } from './email-field';
import { newPasswordField } from './new-password-field';

const TITLE = 'Create an account';

export function registerPage(
  continueTo: string,
  typed: FormFields,
  problem: AppError | null = null,
): ShownPage {
  const body = html`${form({
      action: '/register',
      submit: 'Create account',
      hidden: { continue: continueTo },
      fields: [
        { name: 'name', label: 'Your name', value: typed['name'], autocomplete: 'name', hasFocus: true },
        emailField(typed['email']),
        newPasswordField('password', 'Password'),
        {
          name: 'organizationName',
          label: 'Name of your organization',
          value: typed['organizationName'],
          autocomplete: 'organization',
        },
        {
          name: 'organizationSlug',
          label: 'Short name',
          hint: 'Lower-case letters, digits and hyphens. Part of the URL; derived from the name if left empty',
          value: typed['organizationSlug'],
          autocomplete: 'off',
          inputMode: 'text',
          isOptional: true,
        },
      ],
      problem,
    })}
    <p>Already have an account? <a href="${continuing('/signin', continueTo)}">Sign in</a></p>`;
  return page(TITLE, body, {
    status: problem === null ? 200 : httpStatusOf(problem),
    hasProblem: problem !== null,
  });
}

/** Shown if registration is closed or requires an invitation. */
export function noRegistrationPage(policy: 'invite' | 'closed'): ShownPage {
  const reason =
    policy === 'invite'
      ? 'Registration requires an invitation. Ask an administrator of your organization for one, then open the link in the e-mail.'
      : 'Registration is closed.';
  const body = html`<p>${reason}</p>
    <p><a href="/signin">Sign in</a></p>`;
  return page(TITLE, body, { status: 403 });
}
