import { Injectable } from '@nestjs/common';
import type { DirectoryGroupId, PeopleGroupId, UserId, WorkspaceId } from '../../kernel/ids';
import type { WorkspaceRole } from '../../access/role';
import { Database } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import type { TenantContext } from '../../platform/database/tenant.repository';
import { PEOPLE_GROUPS, WORKSPACE_ROLES_OF_USERS } from './people-groups';

/** The maximum number of groups that explain a role. */
const EXPLAINED = 20;

// A user's own role first.
const SOURCES = statement(
  'hierarchy.sources-of-workspace-role',
  `select given.group_id as id, source.name
   from ${WORKSPACE_ROLES_OF_USERS} given
   left join ${PEOPLE_GROUPS} source on source.organization_id = $1 and source.id = given.group_id
   where given.organization_id = $1 and given.workspace_id = $2 and given.user_id = $3 and given.role = $4
   order by given.group_id nulls first limit ${EXPLAINED}`,
);

export interface GroupOfRole {
  id: PeopleGroupId | DirectoryGroupId;
  name: string;
}

/** Which groups of people give users their roles in workspaces. */
@Injectable()
export class WorkspaceGroupRolesReadModel {
  constructor(private readonly database: Database) {}

  /** The groups that give the user this role in the workspace; empty if the user has it without them. */
  async groupsOf(
    context: TenantContext,
    workspaceId: WorkspaceId,
    userId: UserId,
    role: WorkspaceRole,
  ): Promise<GroupOfRole[]> {
    const values = [context.organizationId, workspaceId, userId, role];
    const rows = await this.database.query<{ id: GroupOfRole['id'] | null; name: string }>(
      context,
      SOURCES,
      values,
    );
    return rows.some(({ id }) => id === null) ? [] : (rows as GroupOfRole[]);
  }
}
