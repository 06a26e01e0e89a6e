import type { CallContext } from '../../../access/principal';
import { MutationProcedure, Procedures } from '../../../rpc/procedure.decorator';
import { SUCCESS } from '../../../rpc/schema';
import { BoardArchiveService } from '../archive/board-archive.service';
import { AUDITED_BOARD_PLACE } from '../board-audit-snapshot';
import * as schemas from '../boards.schemas';
import { BoardMoveService } from './board-move.service';
import { BoardOrderService } from './board-order.service';

@Procedures()
export class BoardPlacementController {
  constructor(
    private readonly archives: BoardArchiveService,
    private readonly moves: BoardMoveService,
    private readonly orders: BoardOrderService,
  ) {}

  @MutationProcedure('boards.archive', {
    ...schemas.boardsArchive,
    scope: 'write',
    role: 'member',
    description:
      'Archives a board. Lists, searches and assigned items omit it, its automations do not run and its forms are closed. Those who see it can still read and export it; every change of it or its items is a CONFLICT with the reason `board_archived`. Archiving an archived board changes nothing.',
  })
  archive(context: CallContext, input: schemas.BoardsArchiveInput) {
    return this.archives.archive(context, input);
  }

  @MutationProcedure('boards.restore', {
    ...schemas.boardsArchive,
    scope: 'write',
    role: 'member',
    description: 'Restores an archived board. Restoring a board that is not archived changes nothing.',
  })
  restore(context: CallContext, input: schemas.BoardsArchiveInput) {
    return this.archives.restore(context, input);
  }

  @MutationProcedure('boards.move', {
    ...schemas.boardsMove,
    scope: 'write',
    role: 'member',
    isAudited: true,
    recordAuditSnapshot: AUDITED_BOARD_PLACE,
    description:
      'Moves a board with everything on it to the end of another project of the organization, in the same or another workspace. The roles of the new workspace then decide who sees it; guests keep the boards that are shared with them. Requires a member of both workspaces. An automation whose creator cannot build in the new workspace is disabled when it next runs.',
  })
  move(context: CallContext, input: schemas.BoardsMoveInput) {
    return this.moves.move(context, input);
  }

  @MutationProcedure('boards.reorder', {
    ...schemas.boardsReorder,
    scope: 'write',
    role: 'member',
    description:
      'Reorders the boards of a project. `boardIds` must contain each board that is not archived exactly once. Boards that are created or moved there later come last.',
  })
  async reorder(context: CallContext, input: schemas.BoardsReorderInput) {
    await this.orders.reorder(context, input);
    return SUCCESS;
  }
}
