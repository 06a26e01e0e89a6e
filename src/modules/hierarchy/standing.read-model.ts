import { Injectable } from '@nestjs/common';
import type { BoardId, OrganizationId, UserId, WorkspaceId } from '../../kernel/ids';
import { StandingReader } from '../../access/ports';
import type { BoardShare, Standing } from '../../access/principal';
import type { OrganizationRole, WorkspaceRole } from '../../access/role';
import { ChangeFeed } from '../../platform/cache/change-feed';
import { FreshCache } from '../../platform/cache/fresh-cache';
import { Database, NO_TRANSACTION } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import { boardTopic, memberTopic, organizationTopic, projectTopic } from './topics';

const STANDING = statement(
  'hierarchy.standing',
  `select members.role,
     (select organization.two_factor_required_from from organizations organization
      where organization.id = $1
        and not (select has_second_factor from users where users.id = $2)) as "secondFactorDueAt",
     (select json_object_agg(workspace_id, role) from workspace_members
      where organization_id = $1 and user_id = $2) as "workspaceRoles",
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

/** Seconds for which a standing may be reused; a change drops it at once on every replica. */
const TTL_MS = 5_000;

/** What a person is in an organization. Read at every call, so it is kept; also the answer "nothing" is. */
@Injectable()
export class StandingReadModel extends StandingReader {
  private readonly standings: FreshCache<Standing | null>;
  private readonly organizations: FreshCache<OrganizationId | null>;

  constructor(
    private readonly database: Database,
    changes: ChangeFeed,
  ) {
    super();
    this.standings = new FreshCache(changes, { maxEntries: 20_000, ttlMs: TTL_MS });
    this.organizations = new FreshCache(changes, { maxEntries: 20_000, ttlMs: TTL_MS });
  }

  standing(organizationId: OrganizationId, userId: UserId): Promise<Standing | null> {
    return this.standings.get(`${organizationId}:${userId}`, async () => {
      const [row] = await this.database.query<{
        role: OrganizationRole;
        secondFactorDueAt: string | null;
        workspaceRoles: Record<WorkspaceId, WorkspaceRole> | null;
        sharedBoards: (BoardShare & { id: BoardId })[] | null;
      }>(NO_TRANSACTION, STANDING, [organizationId, userId]);
      const shared = row?.sharedBoards ?? [];
      const value: Standing | null = row
        ? {
            role: row.role,
            secondFactorDueAt: row.secondFactorDueAt === null ? null : new Date(row.secondFactorDueAt),
            workspaceRoles: new Map(
              Object.entries(row.workspaceRoles ?? {}) as [WorkspaceId, WorkspaceRole][],
            ),
            ...(row.role === 'guest'
              ? { sharedBoards: new Map(shared.map(({ id, ...share }) => [id, share])) }
              : {}),
          }
        : null;
      // A board that is deleted leads nowhere any more, and neither does its project.
      const places = shared.flatMap(({ id, projectId }) => [boardTopic(id), projectTopic(projectId)]);
      return { value, topics: [memberTopic(userId), organizationTopic(organizationId), ...places] };
    });
  }

  /** The organization that needs no naming, because the person is in no other. */
  onlyOrganization(userId: UserId): Promise<OrganizationId | null> {
    return this.organizations.get(userId, async () => {
      const rows = await this.database.query<{ id: OrganizationId }>(NO_TRANSACTION, ORGANIZATIONS, [userId]);
      const found = rows.map(({ id }) => organizationTopic(id));
      return { value: rows.length === 1 ? rows[0]!.id : null, topics: [memberTopic(userId), ...found] };
    });
  }
}
