import type { Mail } from '../../../platform/mail/mailer';

/** Account changes that the user is notified of by mail, in order to detect a takeover. */
const NOTICES = {
  'password-changed': ['Your password was changed', 'The password of the account EMAIL was changed.'],
  'password-reset': [
    'Your password was reset',
    'The password of the account EMAIL was reset with a link that works once.',
  ],
  'password-set-by-operator': [
    'Your password was reset',
    'The operator of this service set a new password for the account EMAIL.',
  ],
  'second-factor-removed-by-operator': [
    'Two-factor authentication is off',
    'The operator of this service turned off two-factor authentication for the account EMAIL. The password alone is now enough to sign in.',
  ],
  'email-restored': [
    'The e-mail address of your account was restored',
    'The account EMAIL has this address again. Its password no longer works, and all its sessions have ended.',
  ],
  'second-factor-enabled': [
    'Two-factor authentication is on',
    'Two-factor authentication was turned on for the account EMAIL.',
  ],
  'second-factor-disabled': [
    'Two-factor authentication is off',
    'Two-factor authentication was turned off for the account EMAIL. The password alone is now enough to sign in.',
  ],
  'recovery-codes-renewed': [
    'You have new recovery codes',
    'New recovery codes were created for the account EMAIL. The previous codes no longer work.',
  ],
  'recovery-code-used': [
    'A recovery code was used',
    'A recovery code of the account EMAIL was used to sign in or to change its security settings.',
  ],
  'codes-guessed': [
    'Wrong codes were entered for your account',
    'Five wrong two-factor codes were entered for the account EMAIL, either with its password or in a signed-in session. Codes are not accepted for the next 15 minutes.',
  ],
  'provider-joined': [
    'A sign-in provider was added to your account',
    'A sign-in provider that verified the address EMAIL was used to sign in to your account. From now on this provider can sign in to the account.',
  ],
  'provider-connected': [
    'A sign-in provider was connected to your account',
    'A sign-in provider was connected to the account EMAIL in its settings. From now on this provider can sign in to the account.',
  ],
  'provider-disconnected': [
    'A sign-in provider was disconnected from your account',
    'A sign-in provider was disconnected from the account EMAIL. It can no longer be used to sign in.',
  ],
  'provider-restored': [
    'A sign-in provider was reconnected to your account',
    'A sign-in provider that had been disconnected from the account EMAIL was reconnected. It can be used to sign in again.',
  ],
  'account-taken-over': [
    'Your account was confirmed by a sign-in provider',
    "A sign-in provider that verified the address EMAIL was used to sign in to the account with this address. The address had not been confirmed before, so the account's password, sessions, authorized applications and personal access tokens were revoked.",
  ],
} as const satisfies Record<string, readonly [subject: string, text: string]>;

export type AccountNotice = keyof typeof NOTICES;

/** Contains no user input except the recipient's address. */
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
