import type { AppError } from '../../../kernel/app-error';
import { httpStatusOf } from '../../../http/errors/error-shape';
import { form } from '../../../http/pages/form';
import { html } from '../../../http/pages/html';
import { page, type ShownPage } from '../../../http/pages/page';
import type { PageSession } from '../page-session.service';

export function restoreOrganizationPage(
  { email, hidden }: PageSession,
  { token, slug }: { token: string; slug: string },
  problem: AppError | null = null,
): ShownPage {
  const body = html`<p>
      You are signed in as <strong>${email}</strong>. The owner of a deleted organization can restore it.
    </p>
    ${form({
      action: '/restore-organization',
      submit: 'Restore the organization',
      hidden: { token, ...hidden },
      fields: [
        {
          name: 'slug',
          label: 'Slug',
          hint: 'Choose a different one if another organization has it by now.',
          value: slug,
          autocomplete: 'off',
        },
      ],
      problem,
    })}`;
  return page('Restore an organization', body, extras(problem));
}

export function restoreOwnershipPage(
  { email, hidden }: PageSession,
  token: string,
  problem: AppError | null = null,
): ShownPage {
  const body = html`<p>
      You are signed in as <strong>${email}</strong>. You become the owner again, and the current owner an
      admin.
    </p>
    ${form({ action: '/restore-ownership', submit: 'Become the owner again', hidden: { token, ...hidden }, problem })}`;
  return page('Revert a transfer of ownership', body, extras(problem));
}

export function restoredPage(title: string, text: string): ShownPage {
  return page(
    title,
    html`<p>${text}</p>
      <p><a href="/">To the start page</a></p>`,
  );
}

function extras(problem: AppError | null) {
  return { status: problem === null ? 200 : httpStatusOf(problem), hasProblem: problem !== null };
}
