import { Injectable } from '@nestjs/common';
import { emailKey } from '../../kernel/email-key';
import { Database } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import type { TenantContext } from '../../platform/database/tenant.repository';
import type { ProvisionedRole } from '../members';

const ROLES = statement(
  'scim.role-rules',
  `select default_role as "defaultRole", group_roles as "groupRoles" from sso_connections where organization_id = $1`,
);

const IS_VERIFIED = statement(
  'scim.is-verified-domain',
  `select from sso_domains where organization_id = $1 and domain = $2 and verified_at is not null`,
);

export interface RoleRules {
  defaultRole: ProvisionedRole;
  /** By the group's name. */
  groupRoles: Readonly<Record<string, ProvisionedRole>>;
}

/** What an organization has set up for single sign-on and holds for its directory too. */
@Injectable()
export class DirectoryRulesReadModel {
  constructor(private readonly database: Database) {}

  async roles(context: TenantContext): Promise<RoleRules> {
    const [row] = await this.database.query<RoleRules>(context, ROLES, [context.organizationId]);
    return row ?? { defaultRole: 'member', groupRoles: {} };
  }

  /** Whether the address lies in a domain that the organization has proved to be its own. */
  async isVerified(context: TenantContext, email: string): Promise<boolean> {
    const key = emailKey(email);
    const values = [context.organizationId, key.slice(key.lastIndexOf('@') + 1)];
    return (await this.database.query(context, IS_VERIFIED, values)).length > 0;
  }
}
