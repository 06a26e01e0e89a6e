import { Injectable } from '@nestjs/common';
import type { OrganizationId } from '../../../kernel/ids';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { Connection } from './connection';
import { NEW_CONNECTION } from './connection-changes';
import { ConnectionsRepository } from './connections.repository';
import { domainOfEmail } from '../domains/domain-name';
import { DomainsRepository } from '../domains/domains.repository';

type RoleRules = Pick<Connection, 'defaultRole' | 'groupRoles'>;

/** Rules of single sign-on that also apply to the organization's directory. */
@Injectable()
export class DirectoryRulesService {
  constructor(
    private readonly connections: ConnectionsRepository,
    private readonly domains: DomainsRepository,
  ) {}

  async roles(context: TenantContext): Promise<RoleRules> {
    return (await this.connections.find(context)) ?? NEW_CONNECTION;
  }

  /** The organization that has verified the domain of the address; null if there is none. */
  async holderOf(context: TenantContext, email: string): Promise<OrganizationId | null> {
    const domain = domainOfEmail(email);
    return domain === null ? null : this.domains.holder(context, domain);
  }
}
