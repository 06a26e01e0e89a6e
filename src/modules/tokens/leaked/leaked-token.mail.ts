import type { Mail } from '../../../platform/mail/mailer';
import type { EndedToken } from '../token-notices.service';

/** Does not contain the token's name, which an attacker could have chosen when creating it. */
export function leakedTokenMail({ to, tokenId, createdAt, organizationUrl }: EndedToken): Mail {
  return {
    to,
    subject: 'A personal access token was exposed and revoked',
    text: `The secret of your personal access token ${tokenId}, created on ${createdAt.slice(0, 10)}
for ${organizationUrl}, was found and reported.

The token was revoked immediately: programs that use it no longer have access. Create a new token for them, and find out
how this one was exposed. It may have been used by others. Check your tokens for any that you did not create, and
ask an administrator to check the audit log for this token.
`,
  };
}
