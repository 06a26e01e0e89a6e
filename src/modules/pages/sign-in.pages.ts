import type { AppError } from '../../kernel/app-error';
import { httpStatusOf } from '../../http/errors/error-shape';
import { form } from '../../http/pages/form';
import { html, type Html } from '../../http/pages/html';
import { page, type ShownPage } from '../../http/pages/page';
import { continuing } from '../../http/pages/return-to';
import { emailField } from './email-field';
import { methodList } from './method-list';
import type { OfferedMethods } from './sign-in-methods.service';

export interface SignInPage {
  continueTo: string;
  email?: string | undefined;
  problem?: AppError | null;
  /** A notice about the previous page. */
  notice?: string | undefined;
  /** The account of the existing session. */
  signedInAs?: string | undefined;
  methods: OfferedMethods;
  /** Shows the other methods despite an enforced single sign-on; they work only for the owner. */
  isForOwner: boolean;
  mayRegister: boolean;
}

export function signInPage(of: SignInPage): ShownPage {
  const { continueTo, email, problem = null, mayRegister } = of;
  const { first, others } = of.methods;
  if (first.length > 0 && !of.isForOwner) return singleSignOnPage(of);
  const body = html`${notes(of)}
    ${
      first.length > 0 &&
      html`<p>
        These methods are only for the owner of the organization.
        <a href="${continuing('/signin', continueTo)}">Single sign-on</a> is for all other members.
      </p>`
    }
    ${form({
      action: '/signin',
      submit: 'Sign in',
      hidden: { continue: continueTo },
      fields: [
        emailField(email, { hasFocus: true }),
        { name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' },
      ],
      problem,
    })}
    <p><a href="/forgot-password">Forgot your password?</a></p>
    ${
      others.length > 0 &&
      html`<h2>Other ways to sign in</h2>
        ${methodList(others)}`
    }
    ${mayRegister && first.length === 0 && html`<p>No account yet? <a href="${continuing('/register', continueTo)}">Create one</a></p>`}`;
  return page('Sign in', body, { status: statusOf(problem), hasProblem: problem !== null });
}

/** For an enforced single sign-on: other methods work only for the owner. */
function singleSignOnPage(of: SignInPage): ShownPage {
  const { continueTo, methods } = of;
  const address = continuing('/signin', continueTo);
  const forOwner = `${address}${address.includes('?') ? '&' : '?'}with=password`;
  return page(
    'Sign in',
    html`${notes(of)}
      <p>Sign in at the identity provider of your organization.</p>
      ${methodList(methods.first, 'primary')}
      <p><a href="${forOwner}">Sign in as the owner, with a password</a></p>`,
  );
}

function notes({ continueTo, notice, signedInAs }: SignInPage): Html {
  return html`${notice && html`<p class="note" role="status">${notice}</p>`}
  ${
    signedInAs !== undefined &&
    html`<p class="note">
      You are signed in as ${signedInAs}. <a href="${continueTo}">Continue as ${signedInAs}</a>, or sign in
      with another account.
    </p>`
  }`;
}

/** The second step, for accounts with two-factor authentication. */
export function codePage(of: { continueTo: string; step: string; problem: AppError | null }): ShownPage {
  const { continueTo, step, problem } = of;
  const body = html`${form({
      action: '/signin',
      submit: 'Sign in',
      hidden: { continue: continueTo, step },
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
    <p><a href="${continuing('/signin', continueTo)}">Start over</a></p>`;
  return page('Enter your code', body, { status: statusOf(problem), hasProblem: problem !== null });
}

function statusOf(problem: AppError | null): number {
  return problem === null ? 200 : httpStatusOf(problem);
}
