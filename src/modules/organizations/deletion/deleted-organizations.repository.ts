import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import type { UserId } from '../../../kernel/ids';
import { Database } from '../../../platform/database/database';
import { violatedConstraint } from '../../../platform/database/database-errors';
import { statement } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import { SlugTaken } from '../organizations.errors';
import { ORGANIZATION_FIELDS } from '../organizations.repository';
import type { OrganizationOutput } from '../organizations.schemas';
import { IS_RECENT_OWNER } from './recent-owner';
import { restorableSince } from './restoration-period';

// The slug is available immediately. Its replacement is not a valid slug, so no request can contain it.
const MARK = statement(
  'organizations.mark-deleted',
  `update organizations set
     deleted_at = $2, slug = 'deleted:' || id,
     updated_at = greatest($2::timestamptz, updated_at + interval '1 millisecond')
   where id = $1 and deleted_at is null and ($3::timestamptz is null or updated_at = $3)
   returning deleted_at as "deletedAt"`,
);

const IS_DELETED = statement(
  'organizations.is-deleted',
  `select from organizations where id = $1 and deleted_at is not null and ($2::timestamptz is null or deleted_at = $2)`,
);

const RESTORE = statement(
  'organizations.restore',
  `update organizations organization set
     deleted_at = null, slug = $4,
     updated_at = greatest($5::timestamptz, updated_at + interval '1 millisecond')
   where id = $1 and deleted_at = $2 and deleted_at > $6 and (
     exists (select from members where organization_id = $1 and user_id = $3 and role = 'owner' and status = 'active')
     or exists (select from previous_owners previous where ${IS_RECENT_OWNER} and previous.user_id = $3))
   returning ${ORGANIZATION_FIELDS}`,
);

/** Organizations that are deleted, with their content until it is purged. */
@Injectable()
export class DeletedOrganizationsRepository {
  constructor(private readonly database: Database) {}

  /** When the organization was deleted; null if its version is not the expected one. */
  async mark(context: TenantContext, expected?: Date): Promise<string | null> {
    const values = [context.organizationId, clock.now(), expected ?? null];
    const [row] = await this.database.query<{ deletedAt: string }>(context, MARK, values);
    return row?.deletedAt ?? null;
  }

  /** Whether the organization is deleted; with a time, since this deletion. */
  async isDeleted(context: TenantContext, deletedAt: string | undefined): Promise<boolean> {
    const values = [context.organizationId, deletedAt ?? null];
    return (await this.database.query(context, IS_DELETED, values)).length > 0;
  }

  /** Null if the organization is not deleted since this time, the period has ended, or the user is neither its owner nor a recent one. */
  async restore(
    context: TenantContext,
    { deletedAt, ownerId, slug }: { deletedAt: string; ownerId: UserId; slug: string },
  ): Promise<OrganizationOutput | null> {
    try {
      const values = [context.organizationId, deletedAt, ownerId, slug, clock.now(), restorableSince()];
      const [row] = await this.database.query<OrganizationOutput>(context, RESTORE, values);
      return row ?? null;
    } catch (error) {
      if (violatedConstraint(error) === 'organizations_slug_idx') throw new SlugTaken('slug');
      throw error;
    }
  }
}
