import type { Mail } from '../../../platform/mail/mailer';
import { CHANGE_LIFETIME_HOURS, REVERSAL_LIFETIME_DAYS } from './email-change-tokens.service';

/** To the new address. Contains nothing that the user chose, except the address: it may be the address of a stranger. */
export function emailChangeMail(to: string, link: string): Mail {
  return {
    to,
    subject: 'Confirm your new e-mail address',
    text: `The user of an account asked to use the address ${to} from now on.

If that was you, open this link within ${CHANGE_LIFETIME_HOURS} hours and confirm the address:

${link}

If it was not, ignore this e-mail: nothing changes.
`,
  };
}

/** To the new address, when another account has it. The user of the session learns nothing about that account. */
export function emailTakenMail(to: string): Mail {
  return {
    to,
    subject: 'This e-mail address already has an account',
    text: `The user of another account asked to use the address ${to}, which already has an account. Nothing was changed.

If that was you, sign in with this address, or use a different one. If it was not, ignore this e-mail.
`,
  };
}

/** To the previous address, so that its user can undo what an attacker in a session did. */
export function emailChangedMail(to: string, link: string): Mail {
  return {
    to,
    subject: 'The e-mail address of your account was changed',
    text: `The account that had the address ${to} has another address now. Mails for the account, such as links for a new password, are sent there.

If that was you, there is nothing to do. If it was not, open this link within ${REVERSAL_LIFETIME_DAYS} days: the account gets this address again, every session ends, and you choose a new password.

${link}
`,
  };
}
