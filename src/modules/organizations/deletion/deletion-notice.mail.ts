import type { Mail } from '../../../platform/mail/mailer';
import { RESTORATION_DAYS } from './restoration-period';

/** `link` restores the organization: only the owner and recent owners get it. */
export function deletionNoticeMail(to: string, slug: string, link: string | null): Mail {
  const way =
    link === null
      ? `Its owner can restore it within ${RESTORATION_DAYS} days. After that, its data is permanently deleted.`
      : `If this was not intended, open this link within ${RESTORATION_DAYS} days, and sign in to restore it with all of its data:

${link}

After that, its data is permanently deleted.`;
  return {
    to,
    subject: `The organization ${slug} was deleted`,
    text: `The organization ${slug} was deleted by its owner. No one has access to it any more.

${way}
`,
  };
}
