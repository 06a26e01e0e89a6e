import type { Mail } from '../../../platform/mail/mailer';
import { CONFIRMATION_LIFETIME_DAYS } from './email-confirmation-tokens.service';

/** Contains nothing that the person who registered chose, except the address: it may be the address of a stranger. */
export function emailConfirmationMail(to: string, link: string): Mail {
  return {
    to,
    subject: 'Confirm your e-mail address',
    text: `An account was registered with the address ${to}.

If you registered it, open this link within ${CONFIRMATION_LIFETIME_DAYS} days and confirm the address:

${link}

The account works without it. Once the address is confirmed, you can add sign-in providers without losing your tokens
and applications.

If you did not register, ignore this e-mail.
`,
  };
}
