import { Injectable } from '@nestjs/common';
import type { OrganizationId, UserId } from '../../../kernel/ids';
import { Database, NO_TRANSACTION } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';

export interface NoticeRecipient {
  email: string;
  isOwner: boolean;
}

const FIND = statement(
  'organizations.deletion-notice',
  `select person.email, member.role = 'owner' as "isOwner"
   from organizations organization
   join members member on member.organization_id = organization.id and member.user_id = $2
     and member.role in ('owner', 'admin') and member.status = 'active'
   join users person on person.id = member.user_id
   where organization.id = $1 and organization.deleted_at = $3`,
);

/** The administrators of deleted organizations. */
@Injectable()
export class DeletionNoticesReadModel {
  constructor(private readonly database: Database) {}

  /** Null if the organization was restored, or the user is no administrator. */
  async find(
    organizationId: OrganizationId,
    userId: UserId,
    deletedAt: string,
  ): Promise<NoticeRecipient | null> {
    const values = [organizationId, userId, deletedAt];
    const [row] = await this.database.query<NoticeRecipient>(NO_TRANSACTION, FIND, values);
    return row ?? null;
  }
}
