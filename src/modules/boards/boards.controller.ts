import type { JsonText } from '../../kernel/json';
import type { CallContext } from '../../access/principal';
import { MutationProcedure, Procedures, QueryProcedure } from '../../rpc/procedure.decorator';
import { type Input, SUCCESS } from '../../rpc/schema';
import { Hierarchy } from '../hierarchy';
import { AUDITED_BOARD } from './audited-board';
import { BoardDeletionService } from './board-deletion.service';
import { BoardDuplicationService } from './board-duplication.service';
import { BoardSettingsService } from './board-settings.service';
import { presentBoardText } from './boards.presenter';
import { BoardsReadModel } from './boards.read-model';
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
    private readonly hierarchy: Hierarchy,
  ) {}

  @QueryProcedure('boards.list', {
    ...schemas.boardsList,
    scope: 'read',
    role: 'guest',
    description: 'The boards of a project, oldest first, without their groups and columns.',
  })
  async list(context: CallContext, { projectId, cursor, limit }: schemas.BoardsListInput) {
    await this.hierarchy.project(context, projectId);
    const { rows, nextCursor } = await this.reads.list(context, projectId, { cursor: cursor ?? null, limit });
    return { boards: rows, nextCursor };
  }

  @QueryProcedure('boards.get', {
    ...schemas.boardsGet,
    scope: 'read',
    role: 'guest',
    description: 'One board with its groups and columns, each in board order.',
  })
  async get(context: CallContext, { id }: Input<typeof schemas.boardsGet>): Promise<JsonText> {
    return presentBoardText((await this.hierarchy.board(context, id)).facts);
  }

  @MutationProcedure('boards.create', {
    ...schemas.boardsCreate,
    scope: 'write',
    role: 'member',
    description:
      "Makes a board with the given groups and columns, in their order; without them one group, 'New Group', and a Status and a People column (empty lists make an empty board). With a template of a board they are the template's, as is the view; groups or columns that are given take the place of all of its own. It opens as a table unless a view is given.",
  })
  create(context: CallContext, input: schemas.BoardsCreateInput) {
    return this.boards.create(context, input);
  }

  @MutationProcedure('boards.update', {
    ...schemas.boardsUpdate,
    scope: 'write',
    role: 'member',
    description:
      "Changes what it is given. The board's `updatedAt` moves with its own fields and with the order of its groups.",
  })
  update(context: CallContext, input: schemas.BoardsUpdateInput) {
    return this.settings.update(context, input);
  }

  @MutationProcedure('boards.duplicate', {
    ...schemas.boardsDuplicate,
    scope: 'write',
    role: 'member',
    description:
      "Copies a board with its groups and columns into the same project, with its live items when `includeItems` is true. The copy is named like the original plus ' (Copy)' unless a name is given.",
  })
  duplicate(context: CallContext, input: schemas.BoardsDuplicateInput) {
    return this.duplication.duplicate(context, input);
  }

  @MutationProcedure('boards.delete', {
    ...schemas.boardsDelete,
    scope: 'delete',
    role: 'member',
    isAudited: true,
    auditedRecord: AUDITED_BOARD,
    description:
      'Deletes the board with its groups, columns and items, at once and for good. For who made it and for workspace admins.',
  })
  async delete(context: CallContext, { id, expectedUpdatedAt }: Input<typeof schemas.boardsDelete>) {
    await this.deletion.delete(context, id, expectedUpdatedAt);
    return SUCCESS;
  }
}
