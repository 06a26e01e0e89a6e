import type { CallContext } from '../../../access/principal';
import { MutationProcedure, Procedures, QueryProcedure } from '../../../rpc/procedure.decorator';
import { type Input, SUCCESS } from '../../../rpc/schema';
import { AUDITED_WORKSPACE_GROUP } from '../workspace-audit-snapshot';
import * as schemas from './workspace-groups.schemas';
import { WorkspaceGroupsService } from './workspace-groups.service';

@Procedures()
export class WorkspaceGroupsController {
  constructor(private readonly groups: WorkspaceGroupsService) {}

  @QueryProcedure('workspaces.groups.list', {
    ...schemas.workspaceGroupsList,
    scope: 'read',
    role: 'guest',
    description: 'Groups of people with a role in a workspace.',
  })
  list(context: CallContext, { workspaceId, cursor, limit }: Input<typeof schemas.workspaceGroupsList>) {
    return this.groups.list(context, workspaceId, { cursor: cursor ?? null, limit });
  }

  @MutationProcedure('workspaces.groups.add', {
    ...schemas.workspaceGroupsAdd,
    scope: 'write',
    role: 'member',
    isAudited: true,
    recordAuditSnapshot: AUDITED_WORKSPACE_GROUP,
    description:
      'Gives a group of people a role in the workspace: members of the group have the highest of their own role and those of their groups. Requires the workspace role admin.',
  })
  add(context: CallContext, { workspaceId, groupId, role }: Input<typeof schemas.workspaceGroupsAdd>) {
    return this.groups.add(context, workspaceId, groupId, role);
  }

  @MutationProcedure('workspaces.groups.updateRole', {
    ...schemas.workspaceGroupsUpdateRole,
    scope: 'write',
    role: 'member',
    isAudited: true,
    recordAuditSnapshot: AUDITED_WORKSPACE_GROUP,
    description: 'Changes the role of a group of people in the workspace. Requires the workspace role admin.',
  })
  updateRole(context: CallContext, input: Input<typeof schemas.workspaceGroupsUpdateRole>) {
    return this.groups.updateRole(context, input);
  }

  @MutationProcedure('workspaces.groups.remove', {
    ...schemas.workspaceGroupsRemove,
    scope: 'write',
    role: 'member',
    isAudited: true,
    recordAuditSnapshot: AUDITED_WORKSPACE_GROUP,
    description:
      'Ends the access of a group of people to the workspace with the next call of each member. Requires the workspace role admin.',
  })
  async remove(context: CallContext, { workspaceId, groupId }: Input<typeof schemas.workspaceGroupsRemove>) {
    await this.groups.remove(context, workspaceId, groupId);
    return SUCCESS;
  }
}
