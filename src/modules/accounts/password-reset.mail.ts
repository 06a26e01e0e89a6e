import type { Mail } from '../../platform/mail/mailer';
import { RESET_TOKEN_LIFETIME_MINUTES } from './reset-token';

/**
 * Holds nothing that its reader did not write themselves: who opens an account in another's name chooses its name,
 * and would choose the words of this mail with it.
 */
export function passwordResetMail(to: string, link: string): Mail {
  return {
    to,
    subject: 'Reset your password',
    text: `Somebody, hopefully you, asked to reset the password of the account ${to}.

To choose a new password, open this address within ${RESET_TOKEN_LIFETIME_MINUTES} minutes:

${link}

It works once. If you did not ask for it, do nothing: your password stays as it is.
`,
  };
}
