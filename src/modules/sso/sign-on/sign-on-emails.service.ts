import { Injectable } from '@nestjs/common';
import { isEmail } from 'class-validator';
import { emailKey, trimmedEmail } from '../../../kernel/email-key';
import type { OrganizationId } from '../../../kernel/ids';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { Connection } from '../connections/connection';
import { domainOfEmail } from '../domains/domain-name';
import { DomainsRepository } from '../domains/domains.repository';
import { SignOnRejected } from './sign-on-rejected';

const MAX_LENGTH = 254;

export interface AcceptedEmail {
  email: string;
  key: string;
  /** The organization has verified the domain. */
  isOfOwnDomain: boolean;
}

/** Checks which addresses an organization's identity provider can vouch for. */
@Injectable()
export class SignOnEmailsService {
  constructor(private readonly domains: DomainsRepository) {}

  async accept(
    context: TenantContext & { organizationId: OrganizationId },
    { domains }: Connection,
    given: string | null,
  ): Promise<AcceptedEmail> {
    const email = trimmedEmail(given ?? '');
    const domain = domainOfEmail(email);
    if (domain === null || email.length > MAX_LENGTH || !isEmail(email))
      throw new SignOnRejected('email_missing');
    if (domains.length > 0 && !domains.includes(domain))
      throw new SignOnRejected('domain_not_allowed', { email });
    const holder = await this.domains.holder(context, domain);
    if (holder !== null && holder !== context.organizationId)
      throw new SignOnRejected('domain_of_another_organization', { email });
    return { email, key: emailKey(email), isOfOwnDomain: holder !== null };
  }
}
