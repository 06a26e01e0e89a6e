import type { AppError } from '../../../kernel/app-error';
import { httpStatusOf } from '../../../http/errors/error-shape';
import { form } from '../../../http/pages/form';
import { html } from '../../../http/pages/html';
import { page, type ShownPage } from '../../../http/pages/page';
import type { PageSession } from '../page-session.service';

export function changeEmailPage(
  { email, hidden }: PageSession,
  token: string,
  problem: AppError | null = null,
): ShownPage {
  const body = html`<p>
      You are signed in as <strong>${email}</strong>. The account gets the address that received the link.
    </p>
    ${form({ action: '/change-email', submit: 'Change the address', hidden: { token, ...hidden }, problem })}
    <p><a href="/">To the start page</a></p>`;
  return page('Change your e-mail address', body, extras(problem));
}

/** Without a session: an attacker may have changed the password of the account too. */
export function restoreEmailPage(token: string, problem: AppError | null = null): ShownPage {
  const body = html`<p>
      Your account gets this address again, every session ends, and its password no longer works. You receive
      a link to choose a new one.
    </p>
    ${form({ action: '/restore-email', submit: 'Restore the address', hidden: { token }, problem })}
    <p><a href="/signin">To sign-in</a></p>`;
  return page('Restore your e-mail address', body, extras(problem));
}

function extras(problem: AppError | null) {
  return { status: problem === null ? 200 : httpStatusOf(problem), hasProblem: problem !== null };
}
