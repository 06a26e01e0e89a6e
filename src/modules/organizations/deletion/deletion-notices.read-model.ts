import { Injectable } from '@nestjs/common';
import type { OrganizationId, UserId } from '../../../kernel/ids';
import { Database, NO_TRANSACTION } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import { IS_RECENT_OWNER } from './recent-owner';

export interface NoticeRecipient {
  email: string;
  /** The owner, or an owner of the week before the deletion. */
  canRestore: boolean;
}

const FIND = statement(
  'organizations.deletion-notice',
  `select person.email, coalesce(member.role = 'owner', false) or previous.user_id is not null as "canRestore"
   from organizations organization
   join users person on person.id = $2
   left join members member on member.organization_id = organization.id and member.user_id = $2
     and member.role in ('owner', 'admin') and member.status = 'active'
   left join previous_owners previous on ${IS_RECENT_OWNER} and previous.user_id = $2
   where organization.id = $1 and organization.deleted_at = $3
     and (member.user_id is not null or previous.user_id is not null)`,
);

const PREVIOUS_OWNERS = statement(
  'organizations.previous-owners',
  `select previous.user_id as id from organizations organization
   join previous_owners previous on ${IS_RECENT_OWNER}
   where organization.id = $1 and organization.deleted_at = $2`,
);

/** The administrators of deleted organizations. */
@Injectable()
export class DeletionNoticesReadModel {
  constructor(private readonly database: Database) {}

  /** Null if the organization was restored, or the user is neither an administrator nor a recent owner. */
  async find(
    organizationId: OrganizationId,
    userId: UserId,
    deletedAt: string,
  ): Promise<NoticeRecipient | null> {
    const values = [organizationId, userId, deletedAt];
    const [row] = await this.database.query<NoticeRecipient>(NO_TRANSACTION, FIND, values);
    return row ?? null;
  }

  /** The users who owned the organization in the week before the deletion, administrators or not. */
  async previousOwners(context: TenantContext, deletedAt: string): Promise<UserId[]> {
    const values = [context.organizationId, deletedAt];
    const rows = await this.database.query<{ id: UserId }>(context, PREVIOUS_OWNERS, values);
    return rows.map(({ id }) => id);
  }
}
