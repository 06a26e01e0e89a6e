import { Injectable } from '@nestjs/common';
import { InvalidInput } from '../../../kernel/app-error';
import type { BoardId, ColumnId, GroupId, ProjectId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import { changeGroups, createBoard, GROUPS_MAX } from '../../boards';
import { changeColumns, COLUMNS_MAX } from '../../columns';
import {
  type BoardFacts,
  HierarchyService,
  projectAccess,
  VisiblePlacesService,
  type WorkspaceAccess,
} from '../../hierarchy';
import { missingGroups } from './planning/group-names';
import { type ImportPlan, newColumnsOf } from './import-plan';
import { editItems } from '../../items';
import { authorize } from '../../../access/policy';

/** The target of an import: a board, or a new one in a project. */
export interface RequestedTarget {
  id?: BoardId | undefined;
  projectId?: ProjectId | undefined;
  name?: string | undefined;
  /** The group of rows that name no group; by default the board's first group. */
  groupId?: GroupId | undefined;
}

export interface ImportTarget {
  /** Null for a new board. */
  board: BoardFacts | null;
  access: WorkspaceAccess;
}

/** Finds the target of an import and checks the caller's permission. */
@Injectable()
export class ImportTargetService {
  constructor(
    private readonly hierarchy: HierarchyService,
    private readonly places: VisiblePlacesService,
  ) {}

  async find(context: CallContext, { id, projectId, name, groupId }: RequestedTarget): Promise<ImportTarget> {
    if (id === undefined) {
      if (projectId === undefined)
        throw InvalidInput.at('id', 'Must be given, or projectId and name instead');
      const { access } = await this.hierarchy.project(context, projectId);
      authorize(createBoard, context.principal, { access });
      if (name === undefined) throw InvalidInput.at('name', 'A new board needs a name');
      if (groupId !== undefined) await this.rejectGroup(context, groupId);
      return { board: null, access };
    }
    if (projectId !== undefined) await this.hierarchy.project(context, projectId);
    const { facts: board, access } = await this.hierarchy.board(context, id);
    if (projectId !== undefined || name !== undefined) {
      throw InvalidInput.at(
        projectId === undefined ? 'name' : 'projectId',
        'Only for a new board, without id',
      );
    }
    authorize(editItems, context.principal, { access });
    if (groupId !== undefined && !board.groupsById.has(groupId)) await this.rejectGroup(context, groupId);
    return { board, access };
  }

  /** Whether the token of the caller reaches the board of an import or, before it is created, could create it. */
  async isWithinLimits(
    context: CallContext,
    boardId: BoardId | null,
    projectId: ProjectId | null,
  ): Promise<boolean> {
    // A user sees their own imports also after losing access to the board.
    if (context.principal.placeLimits === undefined) return true;
    if (boardId !== null) return (await this.places.boardIds(context, [boardId])).has(boardId);
    const project = projectId && (await this.places.projects(context, [projectId])).get(projectId);
    if (!project) return false;
    return createBoard.allows(context.principal, { access: projectAccess(context.principal, project) });
  }

  /** Checks that the caller can create what the plan creates; every column that it names must be on the board. */
  async checkPlan(
    context: CallContext,
    { board, access }: ImportTarget,
    plan: ImportPlan,
    groups: readonly string[],
  ): Promise<void> {
    for (const [index, target] of plan.targets.entries()) {
      if (target.to === 'column') await this.rejectForeignColumn(context, board, target.columnId, index);
    }
    assertWithinLimit(board, plan, groups);
    if (board === null) return;
    if (newColumnsOf(plan).length > 0) authorize(changeColumns, context.principal, { access });
    if (missingGroups(board, groups).length > 0) authorize(changeGroups, context.principal, { access });
  }

  private async rejectForeignColumn(
    context: CallContext,
    board: BoardFacts | null,
    id: ColumnId,
    index: number,
  ): Promise<void> {
    if (board?.columnsById.has(id)) return;
    await this.hierarchy.boardOfColumn(context, id);
    throw InvalidInput.at(`mapping.${index}.columnId`, 'Not a column of this board');
  }

  /** 404 when hidden from the caller, 400 when visible. */
  private async rejectGroup(context: CallContext, id: GroupId): Promise<never> {
    await this.hierarchy.boardOfGroup(context, id);
    throw InvalidInput.at('groupId', 'Not a group of this board');
  }
}

/** A dry run reports these too. */
function assertWithinLimit(board: BoardFacts | null, plan: ImportPlan, groups: readonly string[]): void {
  if ((board?.columns.length ?? 0) + newColumnsOf(plan).length > COLUMNS_MAX)
    throw InvalidInput.at('mapping', `The board would have more than ${COLUMNS_MAX} columns`);
  if ((board?.groups.length ?? 0) + missingGroups(board, groups).length > GROUPS_MAX)
    throw InvalidInput.at('mapping', `The board would have more than ${GROUPS_MAX} groups`);
}
