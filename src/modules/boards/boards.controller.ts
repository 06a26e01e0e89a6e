import type { JsonText } from '../../kernel/json';
import type { CallContext } from '../../access/principal';
import { MutationProcedure, Procedures, QueryProcedure } from '../../rpc/procedure.decorator';
import { type Input, SUCCESS } from '../../rpc/schema';
import { boardAccess, HierarchyService, presentAccess } from '../hierarchy';
import { AUDITED_BOARD } from './board-audit-snapshot';
import { BoardDeletionService } from './deletion/board-deletion.service';
import { BoardDuplicationService } from './copy/board-duplication.service';
import { BoardSettingsService } from './board-settings.service';
import { presentArchivedGroups, presentBoardText, withOwn } from './boards.presenter';
import { BoardsReadModel } from './boards.read-model';
import { shareBoard } from './boards.policy';
import * as schemas from './boards.schemas';
import { BoardsService } from './boards.service';

@Procedures()
export class BoardsController {
  constructor(
    private readonly boards: BoardsService,
    private readonly settings: BoardSettingsService,
    private readonly duplication: BoardDuplicationService,
    private readonly deletion: BoardDeletionService,
    private readonly reads: BoardsReadModel,
    private readonly hierarchy: HierarchyService,
  ) {}

  @QueryProcedure('boards.list', {
    ...schemas.boardsList,
    scope: 'read',
    role: 'guest',
    isCompressed: true,
    description:
      'The boards of a project in the order of boards.reorder, then oldest first, without their groups and columns, each with the number of its live top-level items and what the caller can do there. `archived: true` lists the archived boards instead.',
  })
  async list(context: CallContext, { projectId, cursor, limit, archived }: schemas.BoardsListInput) {
    const { principal } = context;
    const { workspace } = (await this.hierarchy.project(context, projectId)).facts;
    const { rows, nextCursor } = await this.reads.list(context, projectId, {
      cursor: cursor ?? null,
      limit,
      archived,
    });
    const boards = rows.map((row) => {
      const access = boardAccess(principal, { id: row.id, archivedAt: row.archivedAt, workspace });
      return { ...row, access: presentAccess(access, shareBoard.allows(principal, { access })) };
    });
    return { boards, nextCursor };
  }

  @QueryProcedure('boards.get', {
    ...schemas.boardsGet,
    scope: 'read',
    role: 'guest',
    isCompressed: true,
    description:
      'One board with its groups and columns, each in board order, the number of its live top-level items, and what the caller can do there. With `archived: true`, `groups` contains its archived groups instead, whose `position` is the one that they are restored to.',
  })
  async get(context: CallContext, { id, archived }: Input<typeof schemas.boardsGet>): Promise<JsonText> {
    const { facts, access } = await this.hierarchy.board(context, id);
    return withOwn(archived ? presentArchivedGroups(facts) : presentBoardText(facts), {
      itemCount: await this.reads.itemCount(context, facts),
      access: presentAccess(access, shareBoard.allows(context.principal, { access })),
    });
  }

  @MutationProcedure('boards.create', {
    ...schemas.boardsCreate,
    scope: 'write',
    role: 'member',
    description:
      "Creates a board with the given groups and columns in the given order. Without `groups` the board gets one group, 'New Group'; without `columns` a Status and a People column; empty lists create an empty board. With a board template, the groups, the columns and the default view come from the template; given groups or columns replace all groups or columns of the template. The default view is table.",
  })
  create(context: CallContext, input: schemas.BoardsCreateInput) {
    return this.boards.create(context, input);
  }

  @MutationProcedure('boards.update', {
    ...schemas.boardsUpdate,
    scope: 'write',
    role: 'member',
    description:
      "Updates the given fields. The board's `updatedAt` changes with its own fields and with the order of its groups.",
  })
  update(context: CallContext, input: schemas.BoardsUpdateInput) {
    return this.settings.update(context, input);
  }

  @MutationProcedure('boards.duplicate', {
    ...schemas.boardsDuplicate,
    scope: 'write',
    role: 'member',
    description:
      "Copies a board with its groups and columns into the same project, with its live items when `includeItems` is true and its automations unless `includeAutomations` is false. The copies of automations have the caller as their creator; an automation that cannot work on the copy is copied disabled. Without a name, the copy is named like the original with ' (Copy)' appended.",
  })
  duplicate(context: CallContext, input: schemas.BoardsDuplicateInput) {
    return this.duplication.duplicate(context, input);
  }

  @MutationProcedure('boards.delete', {
    ...schemas.boardsDelete,
    scope: 'delete',
    role: 'member',
    isAudited: true,
    recordAuditSnapshot: AUDITED_BOARD,
    description:
      "Permanently deletes the board with its groups, columns and items. Requires the board's creator or a workspace admin.",
  })
  async delete(context: CallContext, { id, expectedUpdatedAt }: Input<typeof schemas.boardsDelete>) {
    await this.deletion.delete(context, id, expectedUpdatedAt);
    return SUCCESS;
  }
}
