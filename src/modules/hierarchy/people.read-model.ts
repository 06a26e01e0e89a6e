import { Injectable } from '@nestjs/common';
import type { UserId } from '../../kernel/ids';
import { Database } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import type { TenantContext } from '../../platform/database/tenant.repository';

const NAMES = statement(
  'hierarchy.member-names',
  `select person.id, person.name from members member join users person on person.id = member.user_id
   where member.organization_id = $1 and member.user_id = any ($2) and member.status = 'active'`,
);

/** Names of an organization's members. */
@Injectable()
export class PeopleReadModel {
  constructor(private readonly database: Database) {}

  /** Ids of strangers and of members who are not active have no entry. */
  async names(context: TenantContext, ids: readonly UserId[]): Promise<Map<UserId, string>> {
    if (ids.length === 0) return new Map();
    const rows = await this.database.query<{ id: UserId; name: string }>(context, NAMES, [
      context.organizationId,
      ids,
    ]);
    return new Map(rows.map(({ id, name }) => [id, name]));
  }
}
