import { Injectable } from '@nestjs/common';
import type { OrganizationId, UserId } from '../../../kernel/ids';
import type { OrganizationRole } from '../../../access/role';
import { Database } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import type { DatabaseContext } from '../../../platform/database/transaction';

export interface MembershipSummary {
  organizationId: OrganizationId;
  organizationSlug: string;
  role: OrganizationRole;
}

export interface AccountRow {
  id: UserId;
  email: string;
  name: string;
  avatar: string | null;
  isServiceAccount: boolean;
  updatedAt: string;
  /** Active memberships, the oldest organization first. */
  memberships: MembershipSummary[];
}

const ACCOUNT = statement(
  'accounts.get',
  `select person.id, person.email, person.name, person.avatar,
     person.is_service_account as "isServiceAccount", person.updated_at as "updatedAt",
     (select coalesce(json_agg(json_build_object(
          'organizationId', member.organization_id, 'organizationSlug', organization.slug, 'role', member.role)
        order by member.organization_id), '[]')
      from members member join organizations organization on organization.id = member.organization_id and organization.deleted_at is null
      where member.user_id = person.id and member.status = 'active') as memberships
   from users person where person.id = $1`,
);

/** A user and their memberships. It is about the caller, so it spans organizations. */
@Injectable()
export class AccountReadModel {
  constructor(private readonly database: Database) {}

  async get(context: DatabaseContext, userId: UserId): Promise<AccountRow | null> {
    const [row] = await this.database.lookup<AccountRow>(context, ACCOUNT, [userId]);
    return row ?? null;
  }
}
