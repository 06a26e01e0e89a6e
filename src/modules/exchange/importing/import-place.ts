import { Injectable } from '@nestjs/common';
import { InvalidInput } from '../../../kernel/app-error';
import type { BoardId, ColumnId, GroupId, ProjectId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import { GROUPS_MAX } from '../../boards';
import { COLUMNS_MAX } from '../../columns';
import { type BoardFacts, Hierarchy, RecordRefused, type WorkspaceAccess } from '../../hierarchy';
import { type ImportPlan, indexOf, newColumnsOf } from './import-plan';

/** Where an import goes: into a board, or into a new one of a project. */
export interface PlaceAsked {
  id?: BoardId | undefined;
  projectId?: ProjectId | undefined;
  name?: string | undefined;
  /** Where rows go that name no group; the board's first group without. */
  groupId?: GroupId | undefined;
}

export interface PlaceFound {
  /** Null: a new one. */
  board: BoardFacts | null;
  access: WorkspaceAccess;
}

/** Finds where an import goes and judges whether the caller may do there what it asks. */
@Injectable()
export class ImportPlace {
  constructor(private readonly hierarchy: Hierarchy) {}

  async find(context: CallContext, { id, projectId, name, groupId }: PlaceAsked): Promise<PlaceFound> {
    if (id === undefined) {
      if (projectId === undefined)
        throw InvalidInput.at('id', 'Must be given, or projectId and name instead');
      const { access } = await this.hierarchy.project(context, projectId);
      if (!access.canBuild) throw new RecordRefused('Only members of the workspace make boards');
      if (name === undefined) throw InvalidInput.at('name', 'A new board needs a name');
      if (groupId !== undefined) await this.refuseGroup(context, groupId);
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
    if (!access.canEditItems) throw new RecordRefused('You may look at this board but not change its items');
    if (groupId !== undefined && !board.groupsById.has(groupId)) await this.refuseGroup(context, groupId);
    return { board, access };
  }

  /** Whether the caller may make what the plan makes; every column that it names is the board's. */
  async judge(
    context: CallContext,
    { board, access }: PlaceFound,
    plan: ImportPlan,
    groups: readonly string[],
  ): Promise<void> {
    for (const [index, target] of plan.targets.entries()) {
      if (target.to === 'column') await this.refuseForeignColumn(context, board, target.columnId, index);
    }
    refuseTooMany(board, plan, groups);
    if (access.canBuild || board === null) return;
    if (newColumnsOf(plan).length > 0)
      throw new RecordRefused(
        'Only members of the workspace make columns; map the file to columns that are there',
      );
    const known = new Set(board.groups.map(({ name }) => name.toLowerCase()));
    if (indexOf(plan, 'group') !== -1 && groups.some((name) => !known.has(name.toLowerCase())))
      throw new RecordRefused('Only members of the workspace make groups; name groups that are there');
  }

  private async refuseForeignColumn(
    context: CallContext,
    board: BoardFacts | null,
    id: ColumnId,
    index: number,
  ): Promise<void> {
    if (board?.columnsById.has(id)) return;
    await this.hierarchy.boardOfColumn(context, id);
    throw InvalidInput.at(`mapping.${index}.columnId`, 'Not a column of this board');
  }

  /** Not found where the caller may not know of it, refused where they may. */
  private async refuseGroup(context: CallContext, id: GroupId): Promise<never> {
    await this.hierarchy.boardOfGroup(context, id);
    throw InvalidInput.at('groupId', 'Not a group of this board');
  }
}

/** A dry run tells of these as well. */
function refuseTooMany(board: BoardFacts | null, plan: ImportPlan, groups: readonly string[]): void {
  if ((board?.columns.length ?? 0) + newColumnsOf(plan).length > COLUMNS_MAX)
    throw InvalidInput.at('mapping', `The board would have more than ${COLUMNS_MAX} columns`);
  const known = new Set(board?.groups.map(({ name }) => name.toLowerCase()));
  const fresh = groups.filter((name) => !known.has(name.toLowerCase()));
  if ((board?.groups.length ?? 0) + fresh.length > GROUPS_MAX)
    throw InvalidInput.at('mapping', `The board would have more than ${GROUPS_MAX} groups`);
}
