import { Injectable } from '@nestjs/common';
import { likePattern, type Page, pageOf, UnknownCursor } from '../../kernel/cursor';
import type { UserId } from '../../kernel/ids';
import { Database } from '../../platform/database/database';
import { statement, statementFamily } from '../../platform/database/statement';
import type { TenantContext } from '../../platform/database/tenant.repository';
import type { MemberOutput, MembersListInput } from './members.schemas';

const FIELDS = `member.user_id as id, person.name, person.email, person.avatar, member.role, member.status,
  member.joined_at as "joinedAt", member.last_active_at as "lastActiveAt"`;

const LIST = statementFamily(
  'members.list',
  (limit: number) => `
  select ${FIELDS}
  from members member join users person on person.id = member.user_id
  where member.organization_id = $1
    and member.user_id > coalesce($2, '')
    and ($3::text is null or person.name ilike $3 or person.email ilike $3)
    and ($4::text is null or member.role = $4)
    and ($5::text is null or member.status = $5)
  order by member.user_id limit ${limit + 1}`,
);

const CURSOR = statement('members.cursor', `select from members where organization_id = $1 and user_id = $2`);

const GET = statement(
  'members.get',
  `select ${FIELDS}
   from members member join users person on person.id = member.user_id
   where member.organization_id = $1 and member.user_id = $2`,
);

@Injectable()
export class MembersReadModel {
  constructor(private readonly database: Database) {}

  async list(
    context: TenantContext,
    { cursor, limit, search, role, status }: MembersListInput,
  ): Promise<Page<MemberOutput>> {
    if (cursor) await this.refuseUnknownCursor(context, cursor);
    const pattern = search === undefined || search === '' ? null : likePattern(search);
    const values = [context.organizationId, cursor ?? null, pattern, role ?? null, status ?? null];
    return pageOf(await this.database.query<MemberOutput>(context, LIST(limit), values), limit);
  }

  async get(context: TenantContext, userId: UserId): Promise<MemberOutput | null> {
    const [row] = await this.database.query<MemberOutput>(context, GET, [context.organizationId, userId]);
    return row ?? null;
  }

  private async refuseUnknownCursor(context: TenantContext, cursor: UserId): Promise<void> {
    const rows = await this.database.query(context, CURSOR, [context.organizationId, cursor]);
    if (rows.length === 0) throw new UnknownCursor();
  }
}
