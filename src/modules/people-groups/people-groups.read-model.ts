import { Injectable } from '@nestjs/common';
import { likePattern, type Page, pageOf, UnknownCursor } from '../../kernel/cursor';
import type { UserId } from '../../kernel/ids';
import { foldCaseSql } from '../../kernel/fold-case';
import { Database } from '../../platform/database/database';
import { statement, statementFamily } from '../../platform/database/statement';
import type { TenantContext } from '../../platform/database/tenant.repository';
import { memberReferenceFields, PEOPLE_GROUP_MEMBERS, PEOPLE_GROUPS } from '../hierarchy';
import type { GroupId, GroupMember, GroupOutput, GroupsListInput } from './people-groups.schemas';

const FIELDS = `listed.id, listed.name, listed.description, listed.managed_by as "managedBy",
  (select count(*)::int from ${PEOPLE_GROUP_MEMBERS} belonging
   where belonging.organization_id = $1 and belonging.group_id = listed.id) as "memberCount",
  listed.created_at as "createdAt", listed.updated_at as "updatedAt"`;

const LIST = statementFamily(
  'people-groups.list',
  (limit: number) => `
  select ${FIELDS} from (
    select * from ${PEOPLE_GROUPS} each
    where each.organization_id = $1 and each.id > coalesce($2, '') and ($3::text is null or ${foldCaseSql('each.name')} like ${foldCaseSql('$3')})
    order by each.id limit ${limit + 1}) listed
  order by listed.id`,
);

const GET = statement(
  'people-groups.get',
  `select ${FIELDS} from ${PEOPLE_GROUPS} listed where listed.organization_id = $1 and listed.id = $2`,
);

const MEMBERS = statementFamily(
  'people-groups.members',
  (limit: number) => `
  select person.id, person.id as "userId", ${memberReferenceFields('person')}, person.email
  from ${PEOPLE_GROUP_MEMBERS} belonging join users person on person.id = belonging.user_id
  where belonging.organization_id = $1 and belonging.group_id = $2 and belonging.user_id > coalesce($3, '')
  order by belonging.user_id limit ${limit + 1}`,
);

const NAMED_MEMBERS = statement(
  'people-groups.named-members',
  `select person.id as "userId", ${memberReferenceFields('person')}, person.email
   from people_group_members belonging join users person on person.id = belonging.user_id
   where belonging.organization_id = $1 and belonging.group_id = $2 and belonging.user_id = any ($3)`,
);

// A cursor stays valid after its member has left the group or the organization.
const MEMBER_CURSOR = statement(
  'people-groups.member-cursor',
  `select from members where organization_id = $1 and user_id = $2
   union all select from former_members where organization_id = $1 and user_id = $2`,
);

/** Groups of people: the organization's own and those of its directory. */
@Injectable()
export class PeopleGroupsReadModel {
  constructor(private readonly database: Database) {}

  async list(context: TenantContext, { cursor, limit, search }: GroupsListInput): Promise<Page<GroupOutput>> {
    if (cursor && (await this.find(context, cursor)) === null) throw new UnknownCursor();
    const pattern = search === undefined || search === '' ? null : likePattern(search);
    const values = [context.organizationId, cursor ?? null, pattern];
    return pageOf(await this.database.query<GroupOutput>(context, LIST(limit), values), limit);
  }

  async find(context: TenantContext, id: GroupId): Promise<GroupOutput | null> {
    const [row] = await this.database.query<GroupOutput>(context, GET, [context.organizationId, id]);
    return row ?? null;
  }

  async members(
    context: TenantContext,
    id: GroupId,
    { cursor, limit }: { cursor: UserId | null; limit: number },
  ): Promise<Page<GroupMember & { id: UserId }>> {
    const { organizationId } = context;
    if (cursor !== null) {
      const known = await this.database.query(context, MEMBER_CURSOR, [organizationId, cursor]);
      if (known.length === 0) throw new UnknownCursor();
    }
    const values = [organizationId, id, cursor];
    return pageOf(
      await this.database.query<GroupMember & { id: UserId }>(context, MEMBERS(limit), values),
      limit,
    );
  }

  /** Of the organization's own group; users who are not in it have no entry. */
  async namedMembers(
    context: TenantContext,
    id: GroupId,
    userIds: readonly UserId[],
  ): Promise<Map<UserId, GroupMember>> {
    const values = [context.organizationId, id, userIds];
    const rows = await this.database.query<GroupMember>(context, NAMED_MEMBERS, values);
    return new Map(rows.map((row) => [row.userId, row]));
  }
}
