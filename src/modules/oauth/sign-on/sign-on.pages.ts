import type { AppError } from '../../../kernel/app-error';
import { httpStatusOf } from '../../../http/errors/error-shape';
import { form } from '../../../http/pages/form';
import { html } from '../../../http/pages/html';
import { page, type ShownPage } from '../../../http/pages/page';

export const SIGN_ON_PATH = '/oauth/sign-on';

export interface OrganizationQuestion {
  continueTo: string;
  /** An example of an organization's address on this installation. */
  example: string;
  typed?: string;
  problem?: AppError | null;
}

/** Asks for the organization, which is not known at the apex. */
export function organizationPage({
  continueTo,
  example,
  typed,
  problem = null,
}: OrganizationQuestion): ShownPage {
  const body = html`<p>You will sign in at your organization and then return here.</p>
    ${form({
      action: SIGN_ON_PATH,
      submit: 'Continue',
      hidden: { continue: continueTo },
      fields: [
        {
          name: 'organization',
          label: 'Address of your organization',
          hint: `For example ${example}; the first part is enough`,
          value: typed,
          autocomplete: 'organization',
          inputMode: 'text',
          hasFocus: true,
        },
      ],
      problem,
    })}
    <p><a href="/signin?continue=${encodeURIComponent(continueTo)}">Sign in another way</a></p>`;
  const status = problem === null ? 200 : httpStatusOf(problem);
  return page('Single sign-on', body, { status, hasProblem: problem !== null });
}

/**
 * Uses a link instead of a redirect: browsers apply the page's `form-action` policy to every redirect that follows a
 * form, and the identity provider's address is not known here.
 */
export function signOnRedirectPage(address: string, setCookies: readonly string[]): ShownPage {
  return page(
    'Single sign-on',
    html`<p>
        You are being sent to <strong>${new URL(address).host}</strong>, to sign in. You will then return
        here.
      </p>
      <p class="actions"><a class="button" href="${address}">Continue</a></p>`,
    { setCookies },
  );
}
