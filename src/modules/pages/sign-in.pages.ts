import type { AppError } from '../../kernel/app-error';
import { httpStatusOf } from '../../rpc/error-shape';
import { form } from '../../rpc/pages/form';
import { html } from '../../rpc/pages/html';
import { page, type ShownPage } from '../../rpc/pages/page';
import { continuing } from './continuing';
import { emailField } from './email-field';
import { methodList } from './method-list';
import type { OfferedMethods } from './sign-in-methods';

export interface SignInPage {
  continueTo: string;
  email?: string | undefined;
  problem?: AppError | null;
  /** What has just happened. */
  notice?: string | undefined;
  /** The account of the session that there is already. */
  signedInAs?: string | undefined;
  methods: OfferedMethods;
  mayRegister: boolean;
}

export function signInPage(of: SignInPage): ShownPage {
  const { continueTo, email, problem = null, notice, signedInAs, mayRegister } = of;
  const { first, others } = of.methods;
  const body = html`${notice && html`<p class="note" role="status">${notice}</p>`}
    ${
      signedInAs !== undefined &&
      html`<p class="note">
        You are signed in as ${signedInAs}. <a href="${continueTo}">Go on as ${signedInAs}</a>, or sign in as
        somebody else.
      </p>`
    }
    ${
      first.length > 0 &&
      html`<p>The people of this organization sign in at its own provider.</p>
        ${methodList(first)}
        <h2>For its owner</h2>`
    }
    ${form({
      action: '/signin',
      submit: 'Sign in',
      hidden: { continue: continueTo },
      fields: [
        emailField(email, { hasFocus: first.length === 0 }),
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
    ${mayRegister && html`<p>No account yet? <a href="${continuing('/register', continueTo)}">Create one</a></p>`}`;
  return page('Sign in', body, { status: statusOf(problem), hasProblem: problem !== null });
}

/** The second step, for accounts that two-factor authentication protects. */
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
          hint: 'The six digits that your authenticator shows, or one of your recovery codes',
          autocomplete: 'one-time-code',
          inputMode: 'text',
          hasFocus: true,
        },
      ],
      problem,
    })}
    <p><a href="${continuing('/signin', continueTo)}">Begin anew</a></p>`;
  return page('Enter your code', body, { status: statusOf(problem), hasProblem: problem !== null });
}

function statusOf(problem: AppError | null): number {
  return problem === null ? 200 : httpStatusOf(problem);
}
