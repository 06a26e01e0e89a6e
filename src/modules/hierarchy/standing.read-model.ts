import { Injectable } from '@nestjs/common';
import type { OrganizationId, UserId, WorkspaceId } from '../../kernel/ids';
import { StandingReader } from '../../access/ports';
import type { Standing } from '../../access/principal';
import type { OrganizationRole, WorkspaceRole } from '../../access/role';
import { ChangeFeed } from '../../platform/cache/change-feed';
import { FreshCache } from '../../platform/cache/fresh-cache';
import { Database, NO_TRANSACTION } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import { memberTopic } from './topics';

const STANDING = statement(
  'hierarchy.standing',
  `select members.role,
     (select json_object_agg(workspace_id, role) from workspace_members
      where organization_id = $1 and user_id = $2) as "workspaceRoles"
   from members
   where organization_id = $1 and user_id = $2 and status = 'active'`,
);

const ORGANIZATIONS = statement(
  'hierarchy.organizations-of-user',
  `select organization_id as id from members where user_id = $1 and status = 'active' limit 2`,
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
        workspaceRoles: Record<WorkspaceId, WorkspaceRole> | null;
      }>(NO_TRANSACTION, STANDING, [organizationId, userId]);
      const value: Standing | null = row
        ? {
            role: row.role,
            workspaceRoles: new Map(
              Object.entries(row.workspaceRoles ?? {}) as [WorkspaceId, WorkspaceRole][],
            ),
          }
        : null;
      return { value, topics: [memberTopic(userId)] };
    });
  }

  /** The organization that needs no naming, because the person is in no other. */
  onlyOrganization(userId: UserId): Promise<OrganizationId | null> {
    return this.organizations.get(userId, async () => {
      const rows = await this.database.query<{ id: OrganizationId }>(NO_TRANSACTION, ORGANIZATIONS, [userId]);
      return { value: rows.length === 1 ? rows[0]!.id : null, topics: [memberTopic(userId)] };
    });
  }
}
