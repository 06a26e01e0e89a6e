import { Injectable } from '@nestjs/common';
import type { UserId } from '../../../kernel/ids';
import { Database } from '../../../platform/database/database';
import { statement, statementOfShape } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import { isSelected } from '../resources/attribute-selection';
import type { ListQuery } from '../resources/list-query';
import { USER_ATTRIBUTES } from './user-attributes';
import type { UserRecord } from './user-record';

const GROUPS = `(select coalesce(json_agg(json_build_object('value', mine.id, 'display', mine.display_name)
      order by mine.id), '[]')
    from scim_group_members belonging
    join scim_groups mine on mine.organization_id = $1 and mine.id = belonging.group_id
    where belonging.organization_id = $1 and belonging.user_id = member.user_id)`;

const fields = (groups: string) => `member.user_id as id, scim.user_name as "userName",
  scim.external_id as "externalId", scim.display_name as "displayName",
  scim.formatted_name as "formattedName", scim.given_name as "givenName", scim.family_name as "familyName",
  person.name as "accountName", person.email, member.status = 'active' as "isActive", member.role,
  member.created_at as "createdAt",
  greatest(member.updated_at, person.updated_at, scim.updated_at) as "updatedAt", ${groups} as groups`;

// A directory has people, not the organization's service accounts.
const JOINED = `join users person on person.id = member.user_id and not person.is_service_account
  left join scim_users scim on scim.organization_id = $1 and scim.user_id = member.user_id`;
const FROM = `from members member ${JOINED}`;

const GET = statement(
  'scim.get-user',
  `select ${fields(GROUPS)} ${FROM} where member.organization_id = $1 and member.user_id = $2`,
);

const TAKEN = statement(
  'scim.user-name-taken',
  `select ${FROM} where member.organization_id = $1 and member.user_id is distinct from $3
     and ${USER_ATTRIBUTES.attributes['username']!.candidates!('$2')}
     and ${USER_ATTRIBUTES.attributes['username']!.sql} = $2
   limit 1`,
);

/** Members in the format of their organization's directory. */
@Injectable()
export class ScimUsersReadModel {
  constructor(private readonly database: Database) {}

  async get(context: TenantContext, id: string): Promise<UserRecord | null> {
    const [row] = await this.database.query<UserRecord>(context, GET, [context.organizationId, id]);
    return row ?? null;
  }

  async list(
    context: TenantContext,
    query: ListQuery,
  ): Promise<{ rows: UserRecord[]; totalResults: number }> {
    const { condition, values, order, startIndex, count, selection } = query;
    const where = `where member.organization_id = $1 and (${condition})`;
    const groups = isSelected(selection, 'groups') ? GROUPS : `'[]'::json`;
    // Selects the ids of the page first, so that the fields of skipped members are not read.
    const page = statementOfShape(
      'scim.list-users',
      `with page as materialized (
         select member.user_id, row_number() over (order by ${order}) as place ${FROM} ${where}
         order by place offset $${values.length + 1} limit $${values.length + 2})
       select ${fields(groups)} from page
       join members member on member.organization_id = $1 and member.user_id = page.user_id ${JOINED}
       order by page.place`,
    );
    const rows =
      count === 0
        ? []
        : await this.database.query<UserRecord>(context, page, [...values, startIndex - 1, count]);
    // A page that is not full is the last one, so its end is the total.
    if (rows.length > 0 && rows.length < count) return { rows, totalResults: startIndex - 1 + rows.length };
    const total = statementOfShape('scim.count-users', `select count(*)::int as count ${FROM} ${where}`);
    const [counted] = await this.database.query<{ count: number }>(context, total, values);
    return { rows, totalResults: counted!.count };
  }

  /** Whether a member other than `by` has this user name or address. */
  async isTaken(context: TenantContext, userNameKey: string, by: UserId | null): Promise<boolean> {
    const values = [context.organizationId, userNameKey, by];
    return (await this.database.query(context, TAKEN, values)).length > 0;
  }
}
