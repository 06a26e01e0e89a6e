import { Injectable } from '@nestjs/common';
import { authorize } from '../../../access/policy';
import type { CallContext } from '../../../access/principal';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { Outbox } from '../../../platform/events/outbox';
import { HierarchyService } from '../../hierarchy';
import { TrashRelocationService } from '../../items';
import { BoardChanged } from '../boards.errors';
import { boardsEvents } from '../boards.events';
import { changeBoard, createBoard } from '../boards.policy';
import { presentBoard } from '../boards.presenter';
import { BoardsRepository } from '../boards.repository';
import type { BoardOutput, BoardsMoveInput } from '../boards.schemas';
import { BoardStructureService } from '../structure/board-structure.service';

/** Moves boards to other projects, with everything on them (decision 0139). */
@Injectable()
export class BoardMoveService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly hierarchy: HierarchyService,
    private readonly structure: BoardStructureService,
    private readonly boards: BoardsRepository,
    private readonly trash: TrashRelocationService,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Under the lock of the structure: a write of an item whose author loses access is complete before, or checks the access
   * again. The caches that know the board's place are invalidated, which also ends sockets without access.
   */
  move(context: CallContext, { id, projectId, expectedUpdatedAt }: BoardsMoveInput): Promise<BoardOutput> {
    return this.transactions.run(context, async (tx) => {
      const { facts: source } = await this.hierarchy.board(tx, id);
      await this.boards.lockProjects(tx, [source.projectId, projectId]);
      const target = await this.hierarchy.project(tx, projectId);
      const board = await this.structure.lock(tx, () => this.hierarchy.board(tx, id), changeBoard);
      authorize(createBoard, tx.principal, { access: target.access });
      if (board.projectId === projectId) {
        if (expectedUpdatedAt && board.updatedAt !== expectedUpdatedAt.toISOString())
          throw new BoardChanged();
        return presentBoard(board);
      }
      const workspaceId = target.facts.workspace.id;
      const patch = { projectId, workspaceId };
      if ((await this.boards.update(tx, id, patch, expectedUpdatedAt)) === null) throw new BoardChanged();
      const others = (await this.boards.liveIn(tx, projectId)).filter((each) => each !== id);
      await this.boards.reorder(tx, [...others, id]);
      if (workspaceId !== board.workspace.id) await this.trash.moveBoard(tx, id, workspaceId);
      const moved = presentBoard((await this.hierarchy.board(tx, id)).facts);
      const payload = { board: moved, previousProjectId: board.projectId };
      await this.outbox.append(tx, boardsEvents.moved.create(payload, { boardId: id }));
      return moved;
    });
  }
}
