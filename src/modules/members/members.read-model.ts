import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import { likePattern, type Page, pageOf, UnknownCursor } from '../../kernel/cursor';
import type { UserId } from '../../kernel/ids';
import { foldCaseSql } from '../../kernel/fold-case';
import { Database } from '../../platform/database/database';
import { statement, statementFamily } from '../../platform/database/statement';
import type { TenantContext } from '../../platform/database/tenant.repository';
import type { MemberOutput, MembersListInput } from './members.schemas';

const FIELDS = `member.user_id as id, person.name, person.email, person.avatar, member.role, member.status,
  member.joined_at as "joinedAt", member.last_active_at as "lastActiveAt", person.is_service_account as "isServiceAccount",
  member.updated_at as "updatedAt"`;

// Invited users have no name and possibly no account: they are listed with their address, under an id of the
// invitation.
const INVITED = `invited.user_id as id, invited.email as name, invited.email, null as avatar, invited.role,
  'pending' as status, null::timestamptz as "joinedAt", null::timestamptz as "lastActiveAt",
  false as "isServiceAccount",
  invited.updated_at as "updatedAt"`;

const LIST = statementFamily(
  'members.list',
  (limit: number) => `
  select * from (
    (select ${FIELDS}
     from members member join users person on person.id = member.user_id
     where member.organization_id = $1
       and member.user_id > coalesce($2, '')
       and ($3::text is null or ${foldCaseSql('person.name')} like ${foldCaseSql('$3')} or person.email ilike $3)
       and ($4::text is null or member.role = $4)
       and ($5::text is null or member.status = $5)
       and ($7::boolean is null or person.is_service_account = $7)
     order by member.user_id limit ${limit + 1})
    union all
    (select ${INVITED} from invitations invited
     where invited.organization_id = $1 and invited.status = 'pending' and invited.expires_at > $6
       and invited.user_id > coalesce($2, '')
       and ($3::text is null or invited.email ilike $3)
       and ($4::text is null or invited.role = $4)
       and ($5::text is null or $5 = 'pending')
       and $7::boolean is not true
     order by invited.user_id limit ${limit + 1})
  ) listed
  order by id limit ${limit + 1}`,
);

// A cursor remains valid if its member was removed or its invitation has ended since the last page.
const CURSOR = statement(
  'members.cursor',
  `select from members where organization_id = $1 and user_id = $2
   union all select from former_members where organization_id = $1 and user_id = $2
   union all select from invitations where organization_id = $1 and user_id = $2`,
);

const GET = statement(
  'members.get',
  `select ${FIELDS}
   from members member join users person on person.id = member.user_id
   where member.organization_id = $1 and member.user_id = $2`,
);

const GET_ALL = statement(
  'members.get-all',
  `select ${FIELDS}
   from members member join users person on person.id = member.user_id
   where member.organization_id = $1 and member.user_id = any ($2)`,
);

const GET_INVITED = statement(
  'members.get-invited',
  `select ${INVITED} from invitations invited
   where invited.organization_id = $1 and invited.user_id = $2 and invited.status = 'pending'`,
);

@Injectable()
export class MembersReadModel {
  constructor(private readonly database: Database) {}

  async list(
    context: TenantContext,
    { cursor, limit, search, role, status, isServiceAccount }: MembersListInput,
  ): Promise<Page<MemberOutput>> {
    if (cursor) await this.rejectUnknownCursor(context, cursor);
    const pattern = search === undefined || search === '' ? null : likePattern(search);
    const { organizationId } = context;
    const values = [
      organizationId,
      cursor ?? null,
      pattern,
      role ?? null,
      status ?? null,
      clock.now(),
      isServiceAccount ?? null,
    ];
    return pageOf(await this.database.query<MemberOutput>(context, LIST(limit), values), limit);
  }

  async get(context: TenantContext, userId: UserId): Promise<MemberOutput | null> {
    const [row] = await this.database.query<MemberOutput>(context, GET, [context.organizationId, userId]);
    return row ?? null;
  }

  /** Users who are not members have no entry. */
  getAll(context: TenantContext, ids: readonly UserId[]): Promise<MemberOutput[]> {
    return this.database.query<MemberOutput>(context, GET_ALL, [context.organizationId, ids]);
  }

  /** An invited user, by the id that the list of members shows. */
  async invited(context: TenantContext, userId: UserId): Promise<MemberOutput | null> {
    const values = [context.organizationId, userId];
    const [row] = await this.database.query<MemberOutput>(context, GET_INVITED, values);
    return row ?? null;
  }

  private async rejectUnknownCursor(context: TenantContext, cursor: UserId): Promise<void> {
    const rows = await this.database.query(context, CURSOR, [context.organizationId, cursor]);
    if (rows.length === 0) throw new UnknownCursor();
  }
}
