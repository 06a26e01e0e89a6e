import { Injectable } from '@nestjs/common';
import type { OrganizationId } from '../../kernel/ids';
import type { TenantContext } from '../../platform/database/tenant.repository';
import type { Connection } from './connection';
import { NEW_CONNECTION } from './connection-changes';
import { ConnectionsRepository } from './connections.repository';
import { domainOfEmail } from './domain-name';
import { DomainsRepository } from './domains.repository';

type RoleRules = Pick<Connection, 'defaultRole' | 'groupRoles'>;

/** What an organization has set up for single sign-on and holds for its directory too. */
@Injectable()
export class DirectoryRules {
  constructor(
    private readonly connections: ConnectionsRepository,
    private readonly domains: DomainsRepository,
  ) {}

  async roles(context: TenantContext): Promise<RoleRules> {
    return (await this.connections.find(context)) ?? NEW_CONNECTION;
  }

  /** The organization that has shown the domain of the address to be its own; null when none has. */
  async holderOf(context: TenantContext, email: string): Promise<OrganizationId | null> {
    const domain = domainOfEmail(email);
    return domain === null ? null : this.domains.holder(context, domain);
  }
}
