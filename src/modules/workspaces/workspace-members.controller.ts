import type { CallContext } from '../../access/principal';
import { MutationProcedure, Procedures, QueryProcedure } from '../../rpc/procedure.decorator';
import { type Input, SUCCESS } from '../../rpc/schema';
import { AUDITED_WORKSPACE_MEMBER } from './workspace-audit-snapshot';
import { WorkspaceMembersService } from './workspace-members.service';
import * as schemas from './workspaces.schemas';

@Procedures()
export class WorkspaceMembersController {
  constructor(private readonly members: WorkspaceMembersService) {}

  @QueryProcedure('workspaces.members.list', {
    ...schemas.workspaceMembersList,
    scope: 'read',
    role: 'guest',
    isCompressed: true,
    description: 'Members of a workspace and their workspace roles.',
  })
  list(context: CallContext, { workspaceId, cursor, limit }: Input<typeof schemas.workspaceMembersList>) {
    return this.members.list(context, workspaceId, { cursor: cursor ?? null, limit });
  }

  @MutationProcedure('workspaces.members.add', {
    ...schemas.workspaceMembersAdd,
    scope: 'write',
    role: 'member',
    isAudited: true,
    recordAuditSnapshot: AUDITED_WORKSPACE_MEMBER,
    description: 'Adds a member of the organization to the workspace. Requires the workspace role admin.',
  })
  add(context: CallContext, { workspaceId, userId, role }: Input<typeof schemas.workspaceMembersAdd>) {
    return this.members.add(context, workspaceId, userId, role);
  }

  @MutationProcedure('workspaces.members.addMany', {
    ...schemas.workspaceMembersAddMany,
    scope: 'write',
    role: 'member',
    isAudited: true,
    description:
      'Adds up to 100 members of the organization to the workspace with one role: all of them, or none if one cannot be added. Members of the workspace keep their role (`outcome: unchanged`). Requires the workspace role admin.',
  })
  addMany(
    context: CallContext,
    { workspaceId, userIds, role }: Input<typeof schemas.workspaceMembersAddMany>,
  ) {
    return this.members.addMany(context, workspaceId, userIds, role);
  }

  @MutationProcedure('workspaces.members.updateRole', {
    ...schemas.workspaceMembersUpdateRole,
    scope: 'write',
    role: 'member',
    isAudited: true,
    recordAuditSnapshot: AUDITED_WORKSPACE_MEMBER,
    description: 'Changes the workspace role of a member. Requires the workspace role admin.',
  })
  updateRole(context: CallContext, input: Input<typeof schemas.workspaceMembersUpdateRole>) {
    return this.members.updateRole(context, input);
  }

  @MutationProcedure('workspaces.members.remove', {
    ...schemas.workspaceMembersRemove,
    scope: 'write',
    role: 'member',
    isAudited: true,
    recordAuditSnapshot: AUDITED_WORKSPACE_MEMBER,
    description: 'Removes a member from the workspace. Requires the workspace role admin.',
  })
  async remove(context: CallContext, { workspaceId, userId }: Input<typeof schemas.workspaceMembersRemove>) {
    await this.members.remove(context, workspaceId, userId);
    return SUCCESS;
  }
}
