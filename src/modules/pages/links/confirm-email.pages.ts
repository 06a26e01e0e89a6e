import type { AppError } from '../../../kernel/app-error';
import { httpStatusOf } from '../../../http/errors/error-shape';
import { form } from '../../../http/pages/form';
import { html } from '../../../http/pages/html';
import { page, type ShownPage } from '../../../http/pages/page';
import type { PageSession } from '../page-session.service';

export function confirmEmailPage(
  { email, hidden }: PageSession,
  token: string,
  problem: AppError | null = null,
): ShownPage {
  const body = html`<p>You are signed in as <strong>${email}</strong>.</p>
    ${form({ action: '/confirm-email', submit: 'Confirm the address', hidden: { token, ...hidden }, problem })}
    <p><a href="/">To the start page</a></p>`;
  const status = problem === null ? 200 : httpStatusOf(problem);
  return page('Confirm your e-mail address', body, { status, hasProblem: problem !== null });
}

export function emailConfirmedPage({ email }: PageSession): ShownPage {
  return page(
    'Your e-mail address is confirmed',
    html`<p><strong>${email}</strong> is confirmed.</p>
      <p><a href="/">To the start page</a></p>`,
  );
}
