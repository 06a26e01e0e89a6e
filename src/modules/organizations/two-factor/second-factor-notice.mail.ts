import type { Mail } from '../../../platform/mail/mailer';

export interface SecondFactorNotice {
  to: string;
  organizationUrl: string;
  /** ISO 8601. */
  requiredFrom: string;
}

/** Contains no text that a user has chosen, except the address that it is sent to. */
export function secondFactorNoticeMail({ to, organizationUrl, requiredFrom }: SecondFactorNotice): Mail {
  const deadline = `${requiredFrom.slice(0, 16).replace('T', ' ')} UTC`;
  return {
    to,
    subject: 'Your organization requires two-factor authentication',
    text: `${organizationUrl} requires two-factor authentication from ${deadline}.

Your account has no second factor yet. Set one up before then (auth.twoFactor.begin): without a second factor you
cannot use the organization afterwards until you set one up. Sign-in with the organization's own single sign-on is not
affected.
`,
  };
}
