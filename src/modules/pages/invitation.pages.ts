import type { AppError } from '../../kernel/app-error';
import { httpStatusOf } from '../../http/errors/error-shape';
import { form } from '../../http/pages/form';
import type { FormFields } from '../../http/pages/form-body';
import { html, type Html } from '../../http/pages/html';
import { page, type ShownPage } from '../../http/pages/page';
import type { InvitationByToken } from '../members';
import { methodList } from './method-list';
import { newPasswordField } from './new-password-field';
import type { SignInMethodLink } from './sign-in-methods.service';
import { continuing } from '../../http/pages/return-to';
import type { PageSession } from './page-session.service';

export interface InvitationPage {
  invitation: InvitationByToken;
  token: string;
  problem?: AppError | null;
  typed?: FormFields;
}

export function invitePath(token: string): string {
  return `/invite?token=${encodeURIComponent(token)}`;
}

/** For a user who is not signed in: create an account, or sign in. */
export function newPersonPage(
  of: InvitationPage & { mayRegister: boolean; methods: readonly SignInMethodLink[] },
): ShownPage {
  const { invitation, token, problem = null, typed = {}, mayRegister, methods } = of;
  const signIn = html`<p>
      Already have an account with ${invitation.email}?
      <a href="${continuing('/signin', invitePath(token))}">Sign in to accept</a>
    </p>
    ${methods.length > 0 && methodList(methods)}`;
  if (!mayRegister) return invitationPage(of, signIn);
  return invitationPage(
    of,
    html`${signIn}
      <h2>New here?</h2>
      <p>Create an account with ${invitation.email}.</p>
      ${form({
        action: '/invite',
        submit: 'Create account and join',
        hidden: { token },
        fields: [
          { name: 'name', label: 'Your name', value: typed['name'], autocomplete: 'name' },
          newPasswordField('password', 'Password'),
        ],
        problem,
      })}`,
  );
}

/** For the invited user. */
export function acceptPage(of: InvitationPage, session: PageSession): ShownPage {
  const { token, problem = null } = of;
  const accept = form({
    action: '/invite',
    submit: 'Join',
    hidden: { token, ...session.hidden },
    problem,
  });
  return invitationPage(
    of,
    html`<p>You are signed in as ${session.email}.</p>
      ${accept}`,
  );
}

/** For a user who is signed in to an account with another address. */
export function otherAccountPage(of: InvitationPage, session: PageSession): ShownPage {
  const signOut = form({
    action: '/signout',
    submit: 'Sign out and continue',
    hidden: { continue: invitePath(of.token), ...session.hidden },
  });
  return invitationPage(
    of,
    html`<p class="note">
        The invitation is for <strong>${of.invitation.email}</strong>, and you are signed in as
        <strong>${session.email}</strong>. Sign out first, then accept it with the account of
        ${of.invitation.email}.
      </p>
      ${signOut}`,
  );
}

/** The same page for an invitation that was used, replaced or revoked, that has expired, or that never existed. */
export function deadInvitationPage(): ShownPage {
  const body = html`<p>
      The invitation was already used, has expired, or was revoked. Ask the person who invited you for a new
      one. If you received several e-mails, only the link in the newest one works.
    </p>
    <p><a href="/">Back to the home page</a></p>`;
  return page('This invitation is no longer valid', body, { status: 404 });
}

function invitationPage({ invitation, problem = null }: InvitationPage, rest: Html): ShownPage {
  const body = html`<p>
      You are invited to join <strong>${invitation.organizationName}</strong> (${invitation.slug}) as
      ${invitation.role}.
    </p>
    ${rest}`;
  return page('You are invited', body, {
    status: problem === null ? 200 : httpStatusOf(problem),
    hasProblem: problem !== null,
  });
}
