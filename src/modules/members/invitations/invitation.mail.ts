import type { OrganizationRole } from '../../../access/role';
import { headerText, type Mail } from '../../../platform/mail/mailer';
import { INVITATION_DAYS } from './invitation-token';

export interface Invited {
  email: string;
  role: OrganizationRole;
  organizationName: string;
  organizationUrl: string;
  inviterName: string | null;
}

/** Characters from which mail programs make links or addresses. */
const LINK_LIKE = /[/\\@:]|\.\p{L}/u;

/**
 * Names are chosen by the users who create organizations, and this mail goes to any address that they enter. Stops
 * spam: a name that looks like a link would turn the mail into an advertisement from our address.
 */
function safeName(name: string | null): string | null {
  const text = name === null ? '' : headerText(name);
  return text === '' || LINK_LIKE.test(text) ? null : text;
}

export function invitationMail(invited: Invited, link: string): Mail {
  const inviter = safeName(invited.inviterName) ?? 'An administrator';
  const organization = safeName(invited.organizationName);
  const named =
    organization === null ? invited.organizationUrl : `${organization} (${invited.organizationUrl})`;
  return {
    to: invited.email,
    subject: organization === null ? 'You are invited' : `You are invited to ${organization}`,
    text: `${inviter} invites you to join ${named} as ${invited.role}.

To accept, open this link within ${INVITATION_DAYS} days:

${link}

The link works once, and only for the address ${invited.email}. If you did not expect this invitation, ignore this e-mail.
`,
  };
}
