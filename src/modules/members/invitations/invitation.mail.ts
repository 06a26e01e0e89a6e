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

/** What a mail program makes a link or an address of. */
const LINK_LIKE = /[/\\@:]|\.\p{L}/u;

/**
 * Names are chosen by the users who create organizations, and this mail goes to any address they enter: a name that reads like a
 * link would make it an advertisement with our address on it.
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
