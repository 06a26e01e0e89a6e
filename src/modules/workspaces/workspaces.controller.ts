import type { CallContext } from '../../access/principal';
import { MutationProcedure, Procedures, QueryProcedure } from '../../rpc/procedure.decorator';
import { type Input, SUCCESS } from '../../rpc/schema';
import {
  HierarchyService,
  presentAccess,
  RecordNotFound,
  type WorkspaceAccess,
  workspaceAccess,
} from '../hierarchy';
import { manageWorkspace } from './workspaces.policy';
import { AUDITED_WORKSPACE } from './workspace-audit-snapshot';
import { WorkspaceDeletionService } from './workspace-deletion.service';
import { presentWorkspace, presentWorkspaceMember } from './workspaces.presenter';
import { WorkspacesReadModel } from './workspaces.read-model';
import * as schemas from './workspaces.schemas';
import { WorkspacesService } from './workspaces.service';
import { listMembers } from '../hierarchy';

@Procedures()
export class WorkspacesController {
  constructor(
    private readonly workspaces: WorkspacesService,
    private readonly deletion: WorkspaceDeletionService,
    private readonly reads: WorkspacesReadModel,
    private readonly hierarchy: HierarchyService,
  ) {}

  @QueryProcedure('workspaces.list', {
    ...schemas.workspacesList,
    scope: 'read',
    role: 'guest',
    isCompressed: true,
    description:
      'Workspaces the caller can see, oldest first. Archived ones are listed only with `archived: true`.',
  })
  async list(context: CallContext, { cursor, limit, search, archived }: schemas.WorkspacesListInput) {
    const options = { cursor: cursor ?? null, limit, search: search ?? null, archived };
    const { rows, nextCursor } = await this.reads.list(context, options);
    return {
      workspaces: rows.map((row) => ({
        ...presentWorkspace(row),
        projectCount: row.projectCount,
        memberCount: row.memberCount,
        access: accessOf(context, workspaceAccess(context.principal, row)),
      })),
      nextCursor,
    };
  }

  @QueryProcedure('workspaces.get', {
    ...schemas.workspacesGet,
    scope: 'read',
    role: 'guest',
    isCompressed: true,
    description:
      'One workspace with its first 500 members and projects. Guests get only the projects that contain a board shared with them, and no members.',
  })
  async get(context: CallContext, { id }: Input<typeof schemas.workspacesGet>) {
    const { access } = await this.hierarchy.workspace(context, id);
    const row = await this.reads.get(context, id);
    if (row === null) throw new RecordNotFound('workspace');
    const projects = await this.reads.projects(context, id);
    // Guests cannot see who is a member (decision 0034).
    const isListed = listMembers.allows(context.principal);
    const members = !isListed ? [] : (await this.reads.members(context, id)).rows.map(presentWorkspaceMember);
    return { ...presentWorkspace(row), members, projects, access: accessOf(context, access) };
  }

  @MutationProcedure('workspaces.create', {
    ...schemas.workspacesCreate,
    scope: 'write',
    role: 'admin',
    isAudited: true,
    recordAuditSnapshot: AUDITED_WORKSPACE,
    description: 'Creates a workspace; the caller becomes its admin. Without a color, one is assigned.',
  })
  create(context: CallContext, input: schemas.WorkspacesCreateInput) {
    return this.workspaces.create(context, input);
  }

  @MutationProcedure('workspaces.update', {
    ...schemas.workspacesUpdate,
    scope: 'write',
    role: 'member',
    isAudited: true,
    recordAuditSnapshot: AUDITED_WORKSPACE,
    description: 'Updates the given fields. Requires the workspace role admin.',
  })
  update(context: CallContext, input: schemas.WorkspacesUpdateInput) {
    return this.workspaces.update(context, input);
  }

  @MutationProcedure('workspaces.archive', {
    ...schemas.workspacesArchive,
    scope: 'write',
    role: 'member',
    isAudited: true,
    recordAuditSnapshot: AUDITED_WORKSPACE,
    description: 'Archives a workspace. Lists omit archived workspaces; their contents are kept.',
  })
  archive(context: CallContext, { id, expectedUpdatedAt }: Input<typeof schemas.workspacesArchive>) {
    return this.workspaces.archive(context, id, expectedUpdatedAt);
  }

  @MutationProcedure('workspaces.restore', {
    ...schemas.workspacesArchive,
    scope: 'write',
    role: 'member',
    isAudited: true,
    recordAuditSnapshot: AUDITED_WORKSPACE,
    description: 'Restores an archived workspace.',
  })
  restore(context: CallContext, { id, expectedUpdatedAt }: Input<typeof schemas.workspacesArchive>) {
    return this.workspaces.restore(context, id, expectedUpdatedAt);
  }

  @MutationProcedure('workspaces.delete', {
    ...schemas.workspacesDelete,
    scope: 'delete',
    role: 'admin',
    isAudited: true,
    recordAuditSnapshot: AUDITED_WORKSPACE,
    description: 'Permanently deletes the workspace with its projects, boards and items.',
  })
  async delete(context: CallContext, { id, expectedUpdatedAt }: Input<typeof schemas.workspacesDelete>) {
    await this.deletion.delete(context, id, expectedUpdatedAt);
    return SUCCESS;
  }
}

function accessOf({ principal }: CallContext, access: WorkspaceAccess) {
  return presentAccess(access, manageWorkspace.allows(principal, { access }));
}
