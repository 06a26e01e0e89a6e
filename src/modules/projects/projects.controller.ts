import type { CallContext } from '../../access/principal';
import { MutationProcedure, Procedures, QueryProcedure } from '../../rpc/procedure.decorator';
import { type Input, SUCCESS } from '../../rpc/schema';
import { BoardsReadModel } from '../boards';
import {
  HierarchyService,
  presentAccess,
  projectAccess,
  RecordNotFound,
  type WorkspaceAccess,
} from '../hierarchy';
import { AUDITED_PROJECT } from './project-audit-snapshot';
import { ProjectDeletionService } from './project-deletion.service';
import { ProjectDuplicationService } from './project-duplication.service';
import { presentProject, presentProjectWithBoards } from './projects.presenter';
import { ProjectsReadModel } from './projects.read-model';
import * as schemas from './projects.schemas';
import { ProjectsService } from './projects.service';

@Procedures()
export class ProjectsController {
  constructor(
    private readonly projects: ProjectsService,
    private readonly deletion: ProjectDeletionService,
    private readonly duplication: ProjectDuplicationService,
    private readonly reads: ProjectsReadModel,
    private readonly boards: BoardsReadModel,
    private readonly hierarchy: HierarchyService,
  ) {}

  @QueryProcedure('projects.list', {
    ...schemas.projectsList,
    scope: 'read',
    role: 'guest',
    isCompressed: true,
    description:
      'Projects of a workspace, oldest first. `itemCount` counts items that are neither archived, in Trash nor sub-items. `archived: true` lists the archived projects instead.',
  })
  async list(context: CallContext, { cursor, search, ...options }: schemas.ProjectsListInput) {
    const { facts: workspace } = await this.hierarchy.workspace(context, options.workspaceId);
    const page = { ...options, cursor: cursor ?? null, search: search ?? null };
    const { rows, nextCursor } = await this.reads.list(context, page);
    return {
      projects: rows.map((row) => ({
        ...presentProject(row),
        boardCount: row.boardCount,
        itemCount: row.itemCount,
        access: accessOf(projectAccess(context.principal, { id: row.id, workspace })),
      })),
      nextCursor,
    };
  }

  @QueryProcedure('projects.get', {
    ...schemas.projectsGet,
    scope: 'read',
    role: 'guest',
    isCompressed: true,
    description: 'One project with its first 500 boards; boards.list pages through all of them.',
  })
  async get(context: CallContext, { id }: Input<typeof schemas.projectsGet>) {
    const { access } = await this.hierarchy.project(context, id);
    const row = await this.reads.get(context, id);
    if (row === null) throw new RecordNotFound('project');
    const project = presentProjectWithBoards(row, await this.boards.shown(context, id));
    return { ...project, access: accessOf(access) };
  }

  @MutationProcedure('projects.create', {
    ...schemas.projectsCreate,
    scope: 'write',
    role: 'member',
    description:
      "Creates a project with one board, 'Main board', with the defaults of boards.create. With a project template it gets the template's boards instead; with a board template, that board. Requires a member of the workspace.",
  })
  create(context: CallContext, input: schemas.ProjectsCreateInput) {
    return this.projects.create(context, input);
  }

  @MutationProcedure('projects.update', {
    ...schemas.projectsUpdate,
    scope: 'write',
    role: 'member',
    description: 'Updates the given fields; null clears the description or the icon.',
  })
  update(context: CallContext, input: schemas.ProjectsUpdateInput) {
    return this.projects.update(context, input);
  }

  @MutationProcedure('projects.archive', {
    ...schemas.projectsArchive,
    scope: 'write',
    role: 'member',
    description:
      'Archives a project. Lists omit archived projects; their contents stay available. Archiving an archived project changes nothing.',
  })
  archive(context: CallContext, { id, expectedUpdatedAt }: Input<typeof schemas.projectsArchive>) {
    return this.projects.archive(context, id, expectedUpdatedAt);
  }

  @MutationProcedure('projects.restore', {
    ...schemas.projectsArchive,
    scope: 'write',
    role: 'member',
    description: 'Restores an archived project.',
  })
  restore(context: CallContext, { id, expectedUpdatedAt }: Input<typeof schemas.projectsArchive>) {
    return this.projects.restore(context, id, expectedUpdatedAt);
  }

  @MutationProcedure('projects.duplicate', {
    ...schemas.projectsDuplicate,
    scope: 'write',
    role: 'member',
    description:
      "Copies a project with its boards, groups and columns, with the live items when `includeItems` is true. Links between the project's boards point to the copies. The copies of automations have the caller as their creator; an automation that cannot work on the copy is copied disabled. Without a name, the copy is named like the original with ' (Copy)' appended.",
  })
  duplicate(context: CallContext, input: schemas.ProjectsDuplicateInput) {
    return this.duplication.duplicate(context, input);
  }

  @MutationProcedure('projects.delete', {
    ...schemas.projectsDelete,
    scope: 'delete',
    role: 'member',
    isAudited: true,
    recordAuditSnapshot: AUDITED_PROJECT,
    description:
      "Permanently deletes the project with its boards, items, comments and files. Requires the project's creator or a workspace admin.",
  })
  async delete(context: CallContext, { id, expectedUpdatedAt }: Input<typeof schemas.projectsDelete>) {
    await this.deletion.delete(context, id, expectedUpdatedAt);
    return SUCCESS;
  }
}

/** Boards are shared one by one, by who can build them. */
function accessOf(access: WorkspaceAccess) {
  return presentAccess(access, access.canBuild);
}
