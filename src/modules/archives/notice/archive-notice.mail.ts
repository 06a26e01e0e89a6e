import type { Mail } from '../../../platform/mail/mailer';

export interface ArchiveNotice {
  to: string;
  organizationUrl: string;
  exportId: string;
  /** ISO 8601; null when the export failed. */
  expiresAt: string | null;
}

/** Contains no text that a user has chosen, except the address, and no link to the archive. */
export function archiveNoticeMail({ to, organizationUrl, exportId, expiresAt }: ArchiveNotice): Mail {
  if (expiresAt === null)
    return {
      to,
      subject: 'The export of your organization failed',
      text: `The export ${exportId} of ${organizationUrl} failed. Start it again (organizations.export), and if it fails again, ask the
operator of the installation.
`,
    };
  const deadline = `${expiresAt.slice(0, 16).replace('T', ' ')} UTC`;
  return {
    to,
    subject: 'The export of your organization is ready',
    text: `The export ${exportId} of ${organizationUrl} is complete. Owners and admins who have just signed in can download it until
${deadline}; organizations.exports.get shows its address.

The archive contains everything in the organization. If you did not start the export, another person used your account: change
your password, and review the audit log.
`,
  };
}
