import { Injectable } from '@nestjs/common';
import { likePattern, type Page, pageOf, UnknownCursor } from '../../kernel/cursor';
import type { ProjectId, UserId, WorkspaceId } from '../../kernel/ids';
import { foldCaseSql } from '../../kernel/fold-case';
import type { CallContext } from '../../access/principal';
import type { OrganizationRole, WorkspaceRole } from '../../access/role';
import { Database } from '../../platform/database/database';
import { statement, statementFamily } from '../../platform/database/statement';
import {
  listedWorkspaceIds,
  memberReferenceFields,
  sharedPlaces,
  visibleWorkspaces,
  WORKSPACE_ROLES_OF_USERS,
} from '../hierarchy';

export interface WorkspaceRow {
  id: WorkspaceId;
  name: string;
  description: string | null;
  color: string;
  icon: string | null;
  visibility: 'open' | 'closed';
  archivedAt: string | null;
  createdAt: string;
  updatedAt: string;
}

export interface ListedWorkspaceRow extends WorkspaceRow {
  projectCount: number;
  memberCount: number;
}

export interface WorkspaceMemberRow {
  id: UserId;
  name: string;
  isServiceAccount: boolean;
  role: WorkspaceRole;
  updatedAt: string;
}

export interface ListOptions {
  cursor: WorkspaceId | null;
  limit: number;
  search: string | null;
  archived: boolean;
}

const FIELDS = `workspace.id, workspace.name, workspace.description, workspace.color, workspace.icon,
  workspace.visibility, workspace.archived_at as "archivedAt", workspace.created_at as "createdAt",
  workspace.updated_at as "updatedAt"`;

/**
 * What the caller sees in lists: administrators all, members the open ones and their own. Guests and limited tokens see no
 * others than $4; null for every other caller.
 */
const VISIBLE = `($4::text[] is null or workspace.id = any ($4))
  and ($2 <> 'member' or workspace.visibility = 'open' or exists (
    select from ${WORKSPACE_ROLES_OF_USERS} own
    where own.organization_id = $1 and own.workspace_id = workspace.id and own.user_id = $3))`;

/**
 * Whether the caller sees a project: `shared` are the projects that contain a board that is shared with a guest; null for
 * a caller who sees every project. The subselect is hashed once, whereas `= any` compares with each element.
 */
const isSeen = (shared: string) =>
  `(${shared}::text[] is null or projects.id in (select unnest(${shared}::text[])))`;

export const LIST_WORKSPACES = statementFamily(
  'workspaces.list',
  (limit: number) => `
  with page as (
    select ${FIELDS} from workspaces workspace
    where workspace.organization_id = $1 and ${VISIBLE} and workspace.deleted_at is null
      and (workspace.archived_at is not null) = $5
      and ($6::text is null or ${foldCaseSql('workspace.name')} like ${foldCaseSql('$6')})
      and ($7::text is null or workspace.id > $7)
    order by workspace.id limit ${limit + 1}
  )
  select page.*,
    (select count(*)::int from projects
     where organization_id = $1 and workspace_id = page.id and archived_at is null and deleted_at is null
       and ${isSeen('$8')})
      as "projectCount",
    case when $2 = 'guest' then 0 else
      (select count(*)::int from workspace_members where organization_id = $1 and workspace_id = page.id)
    end as "memberCount"
  from page order by page.id`,
);

// A cursor stays valid after its workspace is deleted.
const CURSOR = statement(
  'workspaces.cursor',
  `select from workspaces workspace
   where workspace.organization_id = $1 and ${VISIBLE} and workspace.id = $5`,
);

const GET = statement(
  'workspaces.get',
  `select ${FIELDS} from workspaces workspace where workspace.organization_id = $1 and workspace.id = $2`,
);

/** The maximum number of members and of projects in workspaces.get; the lists page through the rest. */
const SHOWN = 500;

const PROJECTS = statement(
  'workspaces.projects',
  `select id, name from projects
   where organization_id = $1 and workspace_id = $2 and archived_at is null and deleted_at is null
     and ${isSeen('$3')}
   order by id limit ${SHOWN}`,
);

// A cursor stays valid after its member has left the workspace or the organization.
const MEMBER_CURSOR = statement(
  'workspaces.member-cursor',
  `select from members where organization_id = $1 and user_id = $2
   union all select from former_members where organization_id = $1 and user_id = $2`,
);

// In the order of the ids, so that calls that lock the same members do not deadlock.
const ORGANIZATION_ROLES = statement(
  'workspaces.organization-roles',
  `select user_id as "userId", role from members
   where organization_id = $1 and user_id = any ($2) and status = 'active' order by user_id for share`,
);

const MEMBERS = statementFamily(
  'workspaces.members',
  (limit: number) => `
  select member.user_id as id, ${memberReferenceFields('person')}, member.role, member.updated_at as "updatedAt"
  from workspace_members member join users person on person.id = member.user_id
  where member.organization_id = $1 and member.workspace_id = $2 and ($3::text is null or member.user_id > $3)
  order by member.user_id limit ${limit + 1}`,
);

const NAMED_MEMBERS = statement(
  'workspaces.named-members',
  `select member.user_id as id, ${memberReferenceFields('person')}, member.role, member.updated_at as "updatedAt"
   from workspace_members member join users person on person.id = member.user_id
   where member.organization_id = $1 and member.workspace_id = $2 and member.user_id = any ($3)`,
);

@Injectable()
export class WorkspacesReadModel {
  constructor(private readonly database: Database) {}

  async list(
    context: CallContext,
    { cursor, limit, search, archived }: ListOptions,
  ): Promise<Page<ListedWorkspaceRow>> {
    const { principal, organizationId } = context;
    const caller = [
      organizationId,
      visibleWorkspaces(principal),
      principal.userId,
      listedWorkspaceIds(principal),
    ];
    const pattern = search === null || search === '' ? null : likePattern(search);
    if (cursor !== null) await this.rejectUnknownCursor(context, [...caller, cursor]);
    const values = [...caller, archived, pattern, cursor, sharedPlaces(principal)?.projectIds ?? null];
    return pageOf(
      await this.database.query<ListedWorkspaceRow>(context, LIST_WORKSPACES(limit), values),
      limit,
    );
  }

  async get(context: CallContext, id: WorkspaceId): Promise<WorkspaceRow | null> {
    const [row] = await this.database.query<WorkspaceRow>(context, GET, [context.organizationId, id]);
    return row ?? null;
  }

  projects(context: CallContext, id: WorkspaceId): Promise<{ id: ProjectId; name: string }[]> {
    const values = [context.organizationId, id, sharedPlaces(context.principal)?.projectIds ?? null];
    return this.database.query(context, PROJECTS, values);
  }

  async members(
    context: CallContext,
    id: WorkspaceId,
    { cursor, limit }: { cursor: UserId | null; limit: number } = { cursor: null, limit: SHOWN },
  ): Promise<Page<WorkspaceMemberRow>> {
    const values = [context.organizationId, id, cursor];
    if (cursor !== null) {
      await this.rejectUnknownCursor(context, [context.organizationId, cursor], MEMBER_CURSOR);
    }
    return pageOf(await this.database.query<WorkspaceMemberRow>(context, MEMBERS(limit), values), limit);
  }

  async member(context: CallContext, id: WorkspaceId, userId: UserId): Promise<WorkspaceMemberRow | null> {
    return (await this.namedMembers(context, id, [userId])).get(userId) ?? null;
  }

  /** Users who are not members of the workspace have no entry. */
  async namedMembers(
    context: CallContext,
    id: WorkspaceId,
    userIds: readonly UserId[],
  ): Promise<Map<UserId, WorkspaceMemberRow>> {
    const values = [context.organizationId, id, userIds];
    const rows = await this.database.query<WorkspaceMemberRow>(context, NAMED_MEMBERS, values);
    return new Map(rows.map((row) => [row.id, row]));
  }

  /**
   * Locked until the transaction ends; users without an active membership of the organization have no entry. Read in the
   * transaction instead of from the cache of the guards: loading the cache takes a second connection, and as many
   * callers as there are connections would wait forever.
   */
  async organizationRoles(
    context: CallContext,
    userIds: readonly UserId[],
  ): Promise<Map<UserId, OrganizationRole>> {
    const values = [context.organizationId, userIds];
    const rows = await this.database.query<{ userId: UserId; role: OrganizationRole }>(
      context,
      ORGANIZATION_ROLES,
      values,
    );
    return new Map(rows.map(({ userId, role }) => [userId, role]));
  }

  private async rejectUnknownCursor(context: CallContext, values: unknown[], find = CURSOR): Promise<void> {
    const rows = await this.database.query(context, find, values);
    if (rows.length === 0) throw new UnknownCursor();
  }
}
