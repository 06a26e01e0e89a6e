import type { Mail } from '../../../platform/mail/mailer';
import { OPERATOR_LINK_LIFETIME_HOURS } from '../password/reset-token';

/** For the owner whom the operator of the installation has named. */
export function ownerInvitationMail(to: string, link: string): Mail {
  return {
    to,
    subject: 'Your new Trestle installation',
    text: `An account for ${to} was created on a new installation of Trestle. You are the owner of its first organization.

To choose your password, open this link within ${OPERATOR_LINK_LIFETIME_HOURS} hours:

${link}

The link works once. After that time, request another one with "Forgot password" on the sign-in page.
`,
  };
}
