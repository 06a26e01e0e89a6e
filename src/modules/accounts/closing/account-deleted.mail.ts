import type { Mail } from '../../../platform/mail/mailer';
import { RESTORATION_DAYS } from './restoration-period';

/** `organization` is the slug of the organization whose administrator deleted the account; null if the user did. */
export function accountDeletedMail(
  { email, link }: { email: string; link: string },
  organization: string | null,
): Mail {
  const by = organization === null ? '' : ` by an administrator of the organization ${organization}`;
  return {
    to: email,
    subject: 'Your account was deleted',
    text: `The account ${email} was deleted${by}. All its sessions, tokens and memberships have ended.

If that was intended, there is nothing to do: your name and address are erased after ${RESTORATION_DAYS} days. What you wrote remains in the organizations, without your name.

If it was not, open this link within ${RESTORATION_DAYS} days to restore the account, and choose a new password:

${link}

Administrators of organizations must then invite you again.
`,
  };
}
