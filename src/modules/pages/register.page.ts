import type { AppError } from '../../kernel/app-error';
import { httpStatusOf } from '../../rpc/error-shape';
import { form } from '../../rpc/pages/form';
import type { FormFields } from '../../rpc/pages/form-body';
import { html } from '../../rpc/pages/html';
import { page, type ShownPage } from '../../rpc/pages/page';
import { continuing } from './continuing';
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
          label: 'Its short name',
          hint: 'Lower-case letters, digits and hyphens. It becomes part of the address; made from the name if you leave it out',
          value: typed['organizationSlug'],
          autocomplete: 'off',
          inputMode: 'text',
          isOptional: true,
        },
      ],
      problem,
    })}
    <p>You have an account? <a href="${continuing('/signin', continueTo)}">Sign in</a></p>`;
  return page(TITLE, body, {
    status: problem === null ? 200 : httpStatusOf(problem),
    hasProblem: problem !== null,
  });
}

/** Where not everybody may open an account. */
export function noRegistrationPage(policy: 'invite' | 'closed'): ShownPage {
  const reason =
    policy === 'invite'
      ? 'Accounts are opened by invitation only: ask an administrator of your organization for one, and open the link of its mail.'
      : 'No new accounts are opened here.';
  const body = html`<p>${reason}</p>
    <p><a href="/signin">Sign in</a></p>`;
  return page(TITLE, body, { status: 403 });
}
