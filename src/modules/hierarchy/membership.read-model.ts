import { Injectable } from '@nestjs/common';
import type { BoardId, OrganizationId, UserId, WorkspaceId } from '../../kernel/ids';
import { MembershipReader } from '../../access/ports';
import type { BoardShare, Membership } from '../../access/principal';
import { canJoinWorkspaces, type OrganizationRole, type WorkspaceRole } from '../../access/role';
import { ChangeFeed } from '../../platform/cache/change-feed';
import { FreshCache } from '../../platform/cache/fresh-cache';
import { Database, NO_TRANSACTION } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import type { DatabaseContext, InTransaction } from '../../platform/database/transaction';
import { HIGHEST_ROLE, WORKSPACE_ROLES_OF_USERS } from './people-groups';
import { boardTopic, memberTopic, organizationTopic, projectTopic } from './topics';

const MEMBERSHIP = statement(
  'hierarchy.membership',
  `select members.role,
     (select organization.two_factor_required_from from organizations organization
      where organization.id = $1
        and not (select has_second_factor or is_service_account from users where users.id = $2)) as "secondFactorDueAt",
     (select json_object_agg(own.workspace_id, own.role) from (
        select workspace_id, ${HIGHEST_ROLE('role')} as role from ${WORKSPACE_ROLES_OF_USERS} each
        where organization_id = $1 and user_id = $2 group by workspace_id) own) as "workspaceRoles",
     case when members.role = 'guest' then (
       select json_agg(json_build_object('id', board.id, 'permission', share.permission,
         'projectId', board.project_id, 'workspaceId', board.workspace_id))
       from board_members share
       join boards board on board.organization_id = $1 and board.id = share.board_id and board.deleted_at is null
       join projects project
         on project.organization_id = $1 and project.id = board.project_id and project.deleted_at is null
       where share.organization_id = $1 and share.user_id = $2) end as "sharedBoards"
   from members
   where organization_id = $1 and user_id = $2 and status = 'active'
     and exists (select from organizations where id = $1 and deleted_at is null)`,
);

const ORGANIZATIONS = statement(
  'hierarchy.organizations-of-user',
  `select organization_id as id from members
   where user_id = $1 and status = 'active'
     and exists (select from organizations where id = organization_id and deleted_at is null)
   limit 2`,
);

/** Seconds for which a membership is cached; a change invalidates it immediately on every replica. */
const TTL_MS = 5_000;

/**
 * A user's role in an organization. Every call needs it, so it is cached, including the absence of a membership.
 */
@Injectable()
export class MembershipReadModel extends MembershipReader {
  private readonly memberships: FreshCache<Membership | null>;
  private readonly organizations: FreshCache<OrganizationId | null>;

  constructor(
    private readonly database: Database,
    changes: ChangeFeed,
  ) {
    super();
    this.memberships = new FreshCache(changes, { name: 'memberships', maxEntries: 20_000, ttlMs: TTL_MS });
    this.organizations = new FreshCache(changes, {
      name: 'organizations',
      maxEntries: 20_000,
      ttlMs: TTL_MS,
    });
  }

  membership(organizationId: OrganizationId, userId: UserId): Promise<Membership | null> {
    return this.memberships.get(`${organizationId}:${userId}`, async () => {
      const value = await this.load(NO_TRANSACTION, organizationId, userId);
      // Deleted boards give no access to their projects.
      const shares = [...(value?.sharedBoards ?? [])];
      const places = shares.flatMap(([id, { projectId }]) => [boardTopic(id), projectTopic(projectId)]);
      return { value, topics: [memberTopic(userId), organizationTopic(organizationId), ...places] };
    });
  }

  membershipWithin(
    context: InTransaction<DatabaseContext>,
    organizationId: OrganizationId,
    userId: UserId,
  ): Promise<Membership | null> {
    return this.load(context, organizationId, userId);
  }

  /** The organization of a user who is a member of exactly one, so that a call need not name it. */
  onlyOrganization(userId: UserId): Promise<OrganizationId | null> {
    return this.organizations.get(userId, async () => {
      const rows = await this.database.query<{ id: OrganizationId }>(NO_TRANSACTION, ORGANIZATIONS, [userId]);
      const found = rows.map(({ id }) => organizationTopic(id));
      return { value: rows.length === 1 ? rows[0]!.id : null, topics: [memberTopic(userId), ...found] };
    });
  }

  private async load(
    context: DatabaseContext,
    organizationId: OrganizationId,
    userId: UserId,
  ): Promise<Membership | null> {
    const [row] = await this.database.lookup<{
      role: OrganizationRole;
      secondFactorDueAt: string | null;
      workspaceRoles: Record<WorkspaceId, WorkspaceRole> | null;
      sharedBoards: (BoardShare & { id: BoardId })[] | null;
    }>(context, MEMBERSHIP, [organizationId, userId]);
    if (row === undefined) return null;
    const { role, secondFactorDueAt, workspaceRoles, sharedBoards } = row;
    return {
      role,
      secondFactorDueAt: secondFactorDueAt === null ? null : new Date(secondFactorDueAt),
      workspaceRoles: new Map(Object.entries(workspaceRoles ?? {}) as [WorkspaceId, WorkspaceRole][]),
      ...(!canJoinWorkspaces(role)
        ? { sharedBoards: new Map((sharedBoards ?? []).map(({ id, ...share }) => [id, share])) }
        : {}),
    };
  }
}
