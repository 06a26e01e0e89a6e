import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import type { UserId, WorkspaceId } from '../../kernel/ids';
import type { WorkspaceRole } from '../../access/role';
import { Database } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import type { TenantContext } from '../../platform/database/tenant.repository';

const ADD = statement(
  'workspace-members.add',
  `insert into workspace_members (organization_id, workspace_id, user_id, role, created_at)
   values ($1, $2, $3, $4, $5)
   on conflict do nothing returning user_id`,
);

const SET_ROLE = statement(
  'workspace-members.set-role',
  `update workspace_members set role = $4
   where organization_id = $1 and workspace_id = $2 and user_id = $3 returning user_id`,
);

const REMOVE = statement(
  'workspace-members.remove',
  `delete from workspace_members where organization_id = $1 and workspace_id = $2 and user_id = $3 returning user_id`,
);

/** Each method answers whether there was something to do. */
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

  setRole(
    context: TenantContext,
    workspaceId: WorkspaceId,
    userId: UserId,
    role: WorkspaceRole,
  ): Promise<boolean> {
    return this.run(context, SET_ROLE, [workspaceId, userId, role]);
  }

  remove(context: TenantContext, workspaceId: WorkspaceId, userId: UserId): Promise<boolean> {
    return this.run(context, REMOVE, [workspaceId, userId]);
  }

  private async run(context: TenantContext, what: typeof ADD, values: unknown[]): Promise<boolean> {
    const rows = await this.database.query(context, what, [context.organizationId, ...values]);
    return rows.length > 0;
  }
}
