import type { Mail } from '../../../platform/mail/mailer';
import { RESET_TOKEN_LIFETIME_MINUTES } from './reset-token';

/**
 * Contains no user input: the creator of an account chooses its name, and an account can be created with
 * another user's address.
 */
export function passwordResetMail(to: string, link: string): Mail {
  return {
    to,
    subject: 'Reset your password',
    text: `A password reset was requested for the account ${to}.

To choose a new password, open this link within ${RESET_TOKEN_LIFETIME_MINUTES} minutes:

${link}

The link works once. If you did not request a reset, ignore this e-mail: your password does not change.
`,
  };
}
