import type { Mail } from '../../../platform/mail/mailer';
import type { EndedToken } from '../token-notices.service';

/** Does not contain the token's name, which an attacker could have chosen when creating it. */
export function revokedTokenMail({ to, tokenId, createdAt, organizationUrl }: EndedToken): Mail {
  return {
    to,
    subject: 'An administrator revoked your personal access token',
    text: `An administrator of ${organizationUrl} revoked your personal access token ${tokenId},
created on ${createdAt.slice(0, 10)}.

Programs that use it no longer have access. If they still need it, ask an administrator before you create a new token.
`,
  };
}
