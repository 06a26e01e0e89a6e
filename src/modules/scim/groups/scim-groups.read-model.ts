import { Injectable } from '@nestjs/common';
import type { DirectoryGroupId, UserId } from '../../../kernel/ids';
import { Database } from '../../../platform/database/database';
import { statement, statementOfShape } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import { isSelected } from '../resources/attribute-selection';
import type { GroupRecord } from './group-record';
import type { ListQuery } from '../resources/list-query';

/** A page with members ends after this many, because every group can contain all members of the organization. */
const MEMBERS_MAX = 10_000;

const MEMBERS = `, (select coalesce(json_agg(json_build_object('value', belonging.user_id, 'display', person.name)
      order by belonging.user_id), '[]')
    from scim_group_members belonging join users person on person.id = belonging.user_id
    where belonging.organization_id = $1 and belonging.group_id = directory_group.id) as members`;

const WITHOUT_MEMBERS = 'select id, place from page';

const WITH_MEMBERS = `select id, place from (
    select page.id, page.place, sum(own.size) over (order by page.place) - own.size as ahead
    from page cross join lateral (
      select count(*) as size from scim_group_members
      where organization_id = $1 and group_id = page.id) own) sized
  where ahead < ${MEMBERS_MAX}`;

const FIELDS = `directory_group.id, directory_group.display_name as "displayName",
  directory_group.external_id as "externalId", directory_group.created_at as "createdAt",
  directory_group.updated_at as "updatedAt"`;

const FROM = 'from scim_groups directory_group where directory_group.organization_id = $1';

const GET = statement('scim.get-group', `select ${FIELDS} ${FROM} and directory_group.id = $2`);

const GET_WITH_MEMBERS = statement(
  'scim.get-group-with-members',
  `select ${FIELDS} ${MEMBERS} ${FROM} and directory_group.id = $2`,
);

const MEMBER_IDS = statement(
  'scim.group-member-ids',
  `select user_id as id from scim_group_members where organization_id = $1 and group_id = $2`,
);

const TAKEN = statement(
  'scim.group-name-taken',
  `select from scim_groups where organization_id = $1 and display_name_key = $2 and id is distinct from $3`,
);

const NAMES_BY_MEMBER = statement(
  'scim.group-names-by-member',
  `select given.id, coalesce(json_agg(directory_group.display_name)
     filter (where directory_group.id is not null), '[]') as names
   from unnest($2::text[]) as given (id)
   left join scim_group_members belonging
     on belonging.organization_id = $1 and belonging.user_id = given.id
   left join scim_groups directory_group
     on directory_group.organization_id = $1 and directory_group.id = belonging.group_id
   group by given.id`,
);

@Injectable()
export class ScimGroupsReadModel {
  constructor(private readonly database: Database) {}

  async get(context: TenantContext, id: string, withMembers: boolean): Promise<GroupRecord | null> {
    const values = [context.organizationId, id];
    const [row] = await this.database.query<GroupRecord>(
      context,
      withMembers ? GET_WITH_MEMBERS : GET,
      values,
    );
    return row ?? null;
  }

  async list(
    context: TenantContext,
    query: ListQuery,
  ): Promise<{ rows: GroupRecord[]; totalResults: number }> {
    const { condition, values, order, startIndex, count, selection } = query;
    const withMembers = isSelected(selection, 'members');
    // Selects the ids of the page first, so that the fields of skipped groups are not read.
    const page = statementOfShape(
      'scim.list-groups',
      `with page as materialized (
         select directory_group.id, row_number() over (order by ${order}) as place ${FROM} and (${condition})
         order by place offset $${values.length + 1} limit $${values.length + 2})
       select ${FIELDS} ${withMembers ? MEMBERS : ''}
       from (${withMembers ? WITH_MEMBERS : WITHOUT_MEMBERS}) shown
       join scim_groups directory_group on directory_group.organization_id = $1 and directory_group.id = shown.id
       order by shown.place`,
    );
    const rows =
      count === 0
        ? []
        : await this.database.query<GroupRecord>(context, page, [...values, startIndex - 1, count]);
    // A page that is not full is the last one, unless the limit of members ended it.
    if (!withMembers && rows.length > 0 && rows.length < count)
      return { rows, totalResults: startIndex - 1 + rows.length };
    const total = statementOfShape(
      'scim.count-groups',
      `select count(*)::int as count ${FROM} and (${condition})`,
    );
    const [counted] = await this.database.query<{ count: number }>(context, total, values);
    return { rows, totalResults: counted!.count };
  }

  async memberIds(context: TenantContext, id: DirectoryGroupId): Promise<UserId[]> {
    const values = [context.organizationId, id];
    return (await this.database.query<{ id: UserId }>(context, MEMBER_IDS, values)).map((row) => row.id);
  }

  async isTaken(context: TenantContext, nameKey: string, by: DirectoryGroupId | null): Promise<boolean> {
    return (await this.database.query(context, TAKEN, [context.organizationId, nameKey, by])).length > 0;
  }

  /** The names of each member's groups. */
  async namesByMember(context: TenantContext, ids: readonly UserId[]): Promise<Map<UserId, string[]>> {
    const rows = await this.database.query<{ id: UserId; names: string[] }>(context, NAMES_BY_MEMBER, [
      context.organizationId,
      ids,
    ]);
    return new Map(rows.map(({ id, names }) => [id, names]));
  }
}
