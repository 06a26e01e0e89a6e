import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import type { UserId, WorkspaceId } from '../../kernel/ids';
import type { WorkspaceRole } from '../../access/role';
import { Database } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import type { TenantContext } from '../../platform/database/tenant.repository';
import { WorkspaceMemberEntity } from './workspace-member.entity';

const ADD = statement(
  'workspace-members.add',
  `insert into workspace_members (organization_id, workspace_id, user_id, role, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $5)
   on conflict do nothing returning user_id`,
);

const ADD_MANY = statement(
  'workspace-members.add-many',
  `insert into workspace_members (organization_id, workspace_id, user_id, role, created_at, updated_at)
   select $1, $2, id, $4, $5, $5 from unnest($3::text[]) as given (id) order by id
   on conflict do nothing returning user_id as "userId"`,
);

const SET_ROLE = statement(
  'workspace-members.set-role',
  `update workspace_members set role = $4, updated_at = greatest($5, updated_at + interval '1 millisecond')
   where organization_id = $1 and workspace_id = $2 and user_id = $3
     and ($6::timestamptz is null or updated_at = $6)
   returning user_id`,
);

// Workspaces that were deleted meanwhile are skipped.
const ENROL = statement(
  'workspace-members.enrol',
  `insert into workspace_members (organization_id, workspace_id, user_id, role, created_at, updated_at)
   select $1, id, $3, $4, $5, $5 from workspaces
   where organization_id = $1 and id = any ($2) and deleted_at is null
   order by id
   on conflict do nothing returning workspace_id as "workspaceId"`,
);

const LEAVE_ALL = statement(
  'workspace-members.leave-all',
  `delete from workspace_members where organization_id = $1 and user_id = any ($2)
   returning workspace_id as "workspaceId", user_id as "userId"`,
);

/** Methods on one workspace return whether they changed anything. */
@Injectable()
export class WorkspaceMembersRepository {
  constructor(private readonly database: Database) {}

  add(
    context: TenantContext,
    workspaceId: WorkspaceId,
    userId: UserId,
    role: WorkspaceRole,
  ): Promise<boolean> {
    return this.run(context, ADD, [workspaceId, userId, role, clock.now()]);
  }

  /** Returns the users who were not members yet, in the order of their ids. */
  async addMany(
    context: TenantContext,
    workspaceId: WorkspaceId,
    userIds: readonly UserId[],
    role: WorkspaceRole,
  ): Promise<UserId[]> {
    const values = [context.organizationId, workspaceId, userIds, role, clock.now()];
    const rows = await this.database.query<{ userId: UserId }>(context, ADD_MANY, values);
    return rows.map(({ userId }) => userId);
  }

  setRole(
    context: TenantContext,
    workspaceId: WorkspaceId,
    userId: UserId,
    role: WorkspaceRole,
    expected?: Date,
  ): Promise<boolean> {
    return this.run(context, SET_ROLE, [workspaceId, userId, role, clock.now(), expected ?? null]);
  }

  async remove(context: TenantContext, workspaceId: WorkspaceId, userId: UserId): Promise<boolean> {
    const { organizationId } = context;
    const { affected } = await this.database
      .repository(context, WorkspaceMemberEntity)
      .delete({ organizationId, workspaceId, userId });
    return affected === 1;
  }

  /** Returns the workspaces that the user was added to. */
  async enrol(
    context: TenantContext,
    workspaceIds: readonly WorkspaceId[],
    userId: UserId,
    role: WorkspaceRole,
  ): Promise<WorkspaceId[]> {
    const values = [context.organizationId, workspaceIds, userId, role, clock.now()];
    const rows = await this.database.query<{ workspaceId: WorkspaceId }>(context, ENROL, values);
    return rows.map(({ workspaceId }) => workspaceId);
  }

  /** Returns the workspaces and the users who were removed from them. */
  leaveAll(
    context: TenantContext,
    userIds: readonly UserId[],
  ): Promise<{ workspaceId: WorkspaceId; userId: UserId }[]> {
    return this.database.query(context, LEAVE_ALL, [context.organizationId, userIds]);
  }

  private async run(context: TenantContext, what: typeof ADD, values: unknown[]): Promise<boolean> {
    const rows = await this.database.query(context, what, [context.organizationId, ...values]);
    return rows.length > 0;
  }
}
