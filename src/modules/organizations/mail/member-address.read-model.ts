import { Injectable } from '@nestjs/common';
import type { UserId } from '../../../kernel/ids';
import { Database } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';

const FIND = statement(
  'organizations.member-address',
  `select person.email from members member join users person on person.id = member.user_id
   where member.organization_id = $1 and member.user_id = $2 and member.status = 'active'`,
);

/** The e-mail address of an active member. */
@Injectable()
export class MemberAddressReadModel {
  constructor(private readonly database: Database) {}

  async find(context: TenantContext, userId: UserId): Promise<string | null> {
    const values = [context.organizationId, userId];
    const [row] = await this.database.query<{ email: string }>(context, FIND, values);
    return row?.email ?? null;
  }
}
