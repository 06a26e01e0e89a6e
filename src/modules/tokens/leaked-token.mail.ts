import type { Mail } from '../../platform/mail/mailer';

export interface LeakedToken {
  to: string;
  tokenId: string;
  /** ISO 8601. */
  createdAt: string;
  organizationUrl: string;
}

/** Without the token's name: a thief may have made the token with it, and would choose the words of this mail. */
export function leakedTokenMail({ to, tokenId, createdAt, organizationUrl }: LeakedToken): Mail {
  return {
    to,
    subject: 'A token of yours was found and revoked',
    text: `Somebody has found the secret of your personal access token ${tokenId}, made on ${createdAt.slice(0, 10)}
for ${organizationUrl}, and reported it.

It was revoked at once: programs that used it are refused from now on. Give them a new one, and find out how this one
came to where it was found. Whoever had it may have used it. Look through your tokens for any that you did not make, and
ask an administrator what the audit log says of this one.
`,
  };
}
