import { Injectable } from '@nestjs/common';
import type { UserId } from '../../../kernel/ids';
import { Database } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';

const LACK_ONE = `member.organization_id = $1 and member.status = 'active' and not person.has_second_factor
  and not person.is_service_account`;

const NEXT = statement(
  'two-factor.next-members-without',
  `select member.user_id as "userId"
   from members member join users person on person.id = member.user_id
   where ${LACK_ONE} and member.user_id > $2
   order by member.user_id limit 200`,
);

const FIND = statement(
  'two-factor.member-without',
  `select person.email, organization.slug, organization.two_factor_required_from as "requiredFrom"
   from members member
   join users person on person.id = member.user_id
   join organizations organization on organization.id = member.organization_id
   where ${LACK_ONE} and member.user_id = $2
     and organization.deleted_at is null and organization.two_factor_required_from is not null`,
);

export interface MemberWithoutSecondFactor {
  email: string;
  slug: string;
  requiredFrom: string;
}

/** The active members that a requirement of two-factor authentication locks out. */
@Injectable()
export class MembersWithoutSecondFactorReadModel {
  constructor(private readonly database: Database) {}

  /** The next batch in the order of the ids; empty after the last. */
  async next(context: TenantContext, after: string): Promise<UserId[]> {
    const values = [context.organizationId, after];
    const rows = await this.database.query<{ userId: UserId }>(context, NEXT, values);
    return rows.map(({ userId }) => userId);
  }

  /** Null for a member who has a second factor or no longer needs one. */
  async find(context: TenantContext, userId: UserId): Promise<MemberWithoutSecondFactor | null> {
    const values = [context.organizationId, userId];
    const [row] = await this.database.query<MemberWithoutSecondFactor>(context, FIND, values);
    return row ?? null;
  }
}
