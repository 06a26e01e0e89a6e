import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import type { WorkspaceId } from '../../../kernel/ids';
import type { WorkspaceRole } from '../../../access/role';
import { Database } from '../../../platform/database/database';
import { type Statement, statement } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import { isOfDirectory } from '../../hierarchy';
import type { GroupId } from './workspace-groups.schemas';

const ADD = statement(
  'workspace-groups.add',
  `insert into workspace_groups
     (organization_id, workspace_id, group_id, people_group_id, directory_group_id, role, created_at, updated_at)
   values ($1, $2, $3, case when $6 then null else $3 end, case when $6 then $3 end, $4, $5, $5)
   on conflict do nothing returning group_id`,
);

const SET_ROLE = statement(
  'workspace-groups.set-role',
  `update workspace_groups set role = $4, updated_at = greatest($5, updated_at + interval '1 millisecond')
   where organization_id = $1 and workspace_id = $2 and group_id = $3
     and ($6::timestamptz is null or updated_at = $6)
   returning group_id`,
);

const REMOVE = statement(
  'workspace-groups.remove',
  `delete from workspace_groups where organization_id = $1 and workspace_id = $2 and group_id = $3
   returning group_id`,
);

/** Methods return whether they changed anything. */
@Injectable()
export class WorkspaceGroupsRepository {
  constructor(private readonly database: Database) {}

  add(context: TenantContext, workspaceId: WorkspaceId, groupId: GroupId, role: WorkspaceRole) {
    return this.run(context, ADD, [workspaceId, groupId, role, clock.now(), isOfDirectory(groupId)]);
  }

  setRole(
    context: TenantContext,
    workspaceId: WorkspaceId,
    groupId: GroupId,
    role: WorkspaceRole,
    expected?: Date,
  ) {
    return this.run(context, SET_ROLE, [workspaceId, groupId, role, clock.now(), expected ?? null]);
  }

  remove(context: TenantContext, workspaceId: WorkspaceId, groupId: GroupId) {
    return this.run(context, REMOVE, [workspaceId, groupId]);
  }

  private async run(context: TenantContext, what: Statement, values: unknown[]): Promise<boolean> {
    const rows = await this.database.query(context, what, [context.organizationId, ...values]);
    return rows.length > 0;
  }
}
