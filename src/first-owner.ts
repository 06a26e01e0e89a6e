import type { INestApplicationContext } from '@nestjs/common';
import { AppError, ServiceUnavailable } from './kernel/app-error';
import { type FirstOwner, FirstOwnerService } from './modules/accounts';
import { ConfigurationProblem } from './platform/config/configuration-problem';
import { Log } from './platform/logging/log';

/** Creates the owner of BOOTSTRAP_OWNER_EMAIL in an installation without an account; null if there is nothing to do. */
export async function createFirstOwner(application: INestApplicationContext): Promise<FirstOwner | null> {
  const created = await application
    .get(FirstOwnerService, { strict: false })
    .create()
    .catch((error: unknown) => {
      if (!(error instanceof AppError) || error instanceof ServiceUnavailable) throw error;
      throw new ConfigurationProblem(`BOOTSTRAP_OWNER_EMAIL: the owner cannot be created: ${error.message}`);
    });
  if (created === null) return null;
  const { email, organization, password } = created;
  const log = application.get(Log, { strict: false });
  if (password === null)
    log.info('the first owner was created and is invited by mail', { email, organization });
  // At every LOG_LEVEL, as mails without SMTP_URL are.
  else
    log.always('the first owner was created and sets a password with this link', {
      email,
      organization,
      ...linkOf(password),
    });
  return created;
}

const linkOf = ({ link, expiresAt }: { link: string; expiresAt: Date }) => ({
  link,
  expiresAt: expiresAt.toISOString(),
});
