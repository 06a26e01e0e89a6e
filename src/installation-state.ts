import type { INestApplicationContext } from '@nestjs/common';
import { TenantDirectory } from './access/ports';
import { NewAccountService } from './modules/accounts';
import type { Configuration } from './platform/config/configuration';
import { NO_TRANSACTION } from './platform/database/database';

export function hasAccounts(application: INestApplicationContext): Promise<boolean> {
  return application.get(NewAccountService, { strict: false }).exist(NO_TRANSACTION);
}

/** Settings that work, but are probably not intended: one line each for the operator. */
export async function startWarnings(
  application: INestApplicationContext,
  { http, mail }: Configuration,
): Promise<string[]> {
  const warnings: string[] = [];
  const slug = http.singleOrganizationSlug;
  const directory = application.get(TenantDirectory, { strict: false });
  if (slug !== undefined && (await directory.bySlug(slug)) === null)
    warnings.push(`SINGLE_ORG: no organization has the slug ${slug} yet`);
  if (mail.smtpUrl === undefined)
    warnings.push('SMTP_URL is not set: mails are written to the log, with the links in them, and not sent');
  return warnings;
}
