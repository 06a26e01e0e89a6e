import { Injectable } from '@nestjs/common';
import type { OrganizationId, UserId } from '../../../kernel/ids';
import type { OrganizationRole } from '../../../access/role';
import { Database } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { DatabaseContext } from '../../../platform/database/transaction';

export interface PlaceOfUser {
  organizationId: OrganizationId;
  slug: string;
  role: OrganizationRole;
  isDeleted: boolean;
}

const MEMBERSHIPS = statement(
  'members.of-user',
  `select organization.id as "organizationId", organization.slug, member.role,
     organization.deleted_at is not null as "isDeleted"
   from members member join organizations organization on organization.id = member.organization_id
   where member.user_id = $1 order by organization.id`,
);

const FORMER = statement(
  'members.former-of-user',
  `select former.organization_id as id from former_members former
   join organizations organization on organization.id = former.organization_id and organization.deleted_at is null
   where former.user_id = $1 order by former.organization_id`,
);

const WAS_MEMBER = statement(
  'members.was-member',
  `select from former_members where organization_id = $1 and user_id = $2`,
);

/** Where a user is or was a member. */
@Injectable()
export class DeparturesReadModel {
  constructor(private readonly database: Database) {}

  /** In the order of the ids, in which transactions lock several organizations. */
  memberships(context: DatabaseContext, userId: UserId): Promise<PlaceOfUser[]> {
    return this.database.query(context, MEMBERSHIPS, [userId]);
  }

  /** The organizations of which the user was a member, without deleted ones. */
  async formerOrganizations(context: DatabaseContext, userId: UserId): Promise<OrganizationId[]> {
    const rows = await this.database.query<{ id: OrganizationId }>(context, FORMER, [userId]);
    return rows.map(({ id }) => id);
  }

  async wasMember(context: TenantContext, userId: UserId): Promise<boolean> {
    return (await this.database.query(context, WAS_MEMBER, [context.organizationId, userId])).length > 0;
  }
}
