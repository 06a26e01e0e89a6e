import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import type { UserId } from '../../../kernel/ids';
import { SESSION_IDLE_MS } from '../../../access/sessions/session-lifetime';
import { Database } from '../../../platform/database/database';
import { type Statement, statement } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import { HIGHEST_ROLE, PEOPLE_GROUP_MEMBERS, PEOPLE_GROUPS, WORKSPACE_ROLES_OF_USERS } from '../../hierarchy';
import { DETAILS_MAX, type MemberDetails } from './member-details.schemas';

const TOTAL = `count(*) over ()::int as total`;

const WORKSPACES = statement(
  'member-details.workspaces',
  `select ${TOTAL}, workspace.id as "workspaceId", workspace.name, own.role
   from (
     select workspace_id, ${HIGHEST_ROLE('role')} as role from ${WORKSPACE_ROLES_OF_USERS} each
     where organization_id = $1 and user_id = $2 group by workspace_id) own
   join members member on member.organization_id = $1 and member.user_id = $2 and member.role <> 'guest'
   join workspaces workspace
     on workspace.organization_id = $1 and workspace.id = own.workspace_id and workspace.deleted_at is null
   order by workspace.id desc limit ${DETAILS_MAX}`,
);

const GROUPS = statement(
  'member-details.groups',
  `select ${TOTAL}, people_group.id as "groupId", people_group.name, people_group.managed_by as "managedBy"
   from ${PEOPLE_GROUP_MEMBERS} belonging
   join ${PEOPLE_GROUPS} people_group on people_group.organization_id = $1 and people_group.id = belonging.group_id
   where belonging.organization_id = $1 and belonging.user_id = $2
   order by people_group.id desc limit ${DETAILS_MAX}`,
);

// A share has no effect while the user is not a guest.
const SHARED_BOARDS = statement(
  'member-details.shared-boards',
  `select ${TOTAL}, board.id as "boardId", board.name, share.permission
   from board_members share
   join members member on member.organization_id = $1 and member.user_id = $2 and member.role = 'guest'
   join boards board on board.organization_id = $1 and board.id = share.board_id and board.deleted_at is null
   join projects project
     on project.organization_id = $1 and project.id = board.project_id and project.deleted_at is null
   where share.organization_id = $1 and share.user_id = $2
   order by board.id desc limit ${DETAILS_MAX}`,
);

const TOKENS = statement(
  'member-details.tokens',
  `select ${TOTAL}, id, name, scopes, expires_at as "expiresAt", last_used_at as "lastUsedAt",
     created_at as "createdAt"
   from tokens where organization_id = $1 and user_id = $2 and (expires_at is null or expires_at > $3)
   order by id desc limit ${DETAILS_MAX}`,
);

// A session of another organization's single sign-on gives no access here.
const SESSIONS = statement(
  'member-details.sessions',
  `select ${TOTAL}, id, method, created_at as "createdAt", last_seen_at as "lastSeenAt", expires_at as "expiresAt"
   from sessions
   where user_id = $2 and (organization_id is null or organization_id = $1) and expires_at > $3 and last_seen_at > $4
   order by id desc limit ${DETAILS_MAX}`,
);

const SIGN_IN_METHODS = statement(
  'member-details.sign-in-methods',
  `select type, provider, last_used_at as "lastUsedAt" from (
     select 1 as place, 'password' as type, null as provider, null::timestamptz as last_used_at
     from users where id = $2 and password_hash is not null
     union all
     select 2, 'provider', provider, last_used_at from identities where user_id = $2 and disconnected_at is null
     union all
     select 3, 'single_sign_on', null, last_used_at from sso_identities where organization_id = $1 and user_id = $2
     union all
     select 4, 'directory', null, null from scim_users where organization_id = $1 and user_id = $2
   ) method
   order by place, provider, last_used_at desc limit ${DETAILS_MAX}`,
);

const SECOND_FACTOR = statement(
  'member-details.second-factor',
  `select person.has_second_factor as "isEnabled"
   from members member join users person on person.id = member.user_id
   where member.organization_id = $1 and member.user_id = $2`,
);

type List = 'workspaces' | 'groups' | 'sharedBoards' | 'tokens' | 'sessions';
type Counted<L extends List> = MemberDetails[L][number] & { total: number };

/** What a member of the organization has access to, and with what. */
@Injectable()
export class MemberDetailsReadModel {
  constructor(private readonly database: Database) {}

  async get(context: TenantContext, userId: UserId): Promise<MemberDetails> {
    const now = clock.now();
    const find = <Row>(what: Statement, ...values: unknown[]) =>
      this.database.query<Row>(context, what, [context.organizationId, userId, ...values]);
    const workspaces = await find<Counted<'workspaces'>>(WORKSPACES);
    const groups = await find<Counted<'groups'>>(GROUPS);
    const sharedBoards = await find<Counted<'sharedBoards'>>(SHARED_BOARDS);
    const tokens = await find<Counted<'tokens'>>(TOKENS, now);
    const seenAfter = new Date(now.getTime() - SESSION_IDLE_MS);
    const sessions = await find<Counted<'sessions'>>(SESSIONS, now, seenAfter);
    const [secondFactor] = await find<MemberDetails['secondFactor']>(SECOND_FACTOR);
    return {
      workspaces: workspaces.map(withoutTotal),
      groups: groups.map(withoutTotal),
      sharedBoards: sharedBoards.map(withoutTotal),
      tokens: tokens.map(withoutTotal),
      sessions: sessions.map(withoutTotal),
      counts: {
        workspaces: totalOf(workspaces),
        groups: totalOf(groups),
        sharedBoards: totalOf(sharedBoards),
        tokens: totalOf(tokens),
        sessions: totalOf(sessions),
      },
      secondFactor: secondFactor ?? { isEnabled: false },
      signInMethods: await find(SIGN_IN_METHODS),
    };
  }
}

/** Every row has the number of all rows, without the limit. */
const totalOf = (rows: readonly { total: number }[]): number => rows[0]?.total ?? 0;

function withoutTotal<Row extends { total: number }>(row: Row): Omit<Row, 'total'> {
  const { total: _total, ...shown } = row;
  return shown;
}
