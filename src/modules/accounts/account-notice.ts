import type { Mail } from '../../platform/mail/mailer';

/** Changes that the owner of an account is told of by mail: if it was not them, it is how they learn of it. */
const NOTICES = {
  'password-changed': ['Your password was changed', 'The password of the account EMAIL was changed.'],
  'password-reset': [
    'Your password was reset',
    'The password of the account EMAIL was reset by a link that was mailed to this address.',
  ],
  'second-factor-enabled': [
    'Two-factor authentication is on',
    'Two-factor authentication was switched on for the account EMAIL.',
  ],
  'second-factor-disabled': [
    'Two-factor authentication is off',
    'Two-factor authentication was switched off for the account EMAIL. Its password alone is enough to sign in now.',
  ],
  'recovery-codes-renewed': [
    'You have new recovery codes',
    'New recovery codes were made for the account EMAIL. The old ones do not work any more.',
  ],
  'recovery-code-used': [
    'A recovery code was used',
    'Somebody signed in to the account EMAIL, or changed how it is protected, with one of its recovery codes.',
  ],
  'codes-guessed': [
    'Wrong codes were entered for your account',
    'Somebody who knows the password of the account EMAIL, or is signed in to it, entered five wrong codes of its two-factor authentication. No code is taken for a quarter of an hour.',
  ],
  'provider-joined': [
    'A sign-in provider was added to your account',
    'Somebody whom a sign-in provider knows by the address EMAIL signed in to the account that has it. From now on they can sign in by that provider.',
  ],
  'provider-disconnected': [
    'A sign-in provider was disconnected from your account',
    'A sign-in provider was disconnected from the account EMAIL: it lets nobody in any more.',
  ],
  'provider-restored': [
    'A sign-in provider lets you in again',
    'A sign-in provider that was disconnected from the account EMAIL was allowed to let people in again.',
  ],
  'account-taken-over': [
    'Your account was confirmed by a sign-in provider',
    'Somebody whom a sign-in provider knows by the address EMAIL signed in to the account that has it. Nobody had confirmed that address before: the password that the account had, its sessions, its applications and its personal access tokens were ended.',
  ],
} as const satisfies Record<string, readonly [subject: string, text: string]>;

export type AccountNotice = keyof typeof NOTICES;

/** Holds nothing that anybody could have chosen the words of, but the address it goes to. */
export function accountNoticeMail(notice: AccountNotice, to: string, resetLink: string): Mail {
  const [subject, text] = NOTICES[notice];
  return {
    to,
    subject,
    text: `${text.replace('EMAIL', () => to)}

If that was you, there is nothing to do. If it was not, choose a new password at once, which ends every session:

${resetLink}
`,
  };
}
