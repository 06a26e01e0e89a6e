import type { Mail } from '../../../platform/mail/mailer';
import { REVERSAL_DAYS } from './ownership-reversal-links.service';

export function newOwnerMail(to: string, organizationUrl: string): Mail {
  return {
    to,
    subject: 'You own an organization now',
    text: `The ownership of ${organizationUrl} was transferred to you. The previous owner is an admin, and can revert the transfer for
${REVERSAL_DAYS} days.
`,
  };
}

export function previousOwnerMail(to: string, organizationUrl: string, link: string): Mail {
  return {
    to,
    subject: 'You no longer own an organization',
    text: `The ownership of ${organizationUrl} was transferred to another user.

If that was you, there is nothing to do. If it was not, open this link within ${REVERSAL_DAYS} days, and sign in to become the owner
again; then change your password:

${link}
`,
  };
}

export function ownerSetMail(to: string, organizationUrl: string, owner: string): Mail {
  return {
    to,
    subject: 'Your organization has another owner',
    text: `The operator of this service made ${owner} the owner of ${organizationUrl}. A previous owner is an admin now.

If you did not expect this, ask the operator.
`,
  };
}
