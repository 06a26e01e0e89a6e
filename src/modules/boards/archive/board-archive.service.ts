import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import type { CallContext } from '../../../access/principal';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import type { EventTaking } from '../../../platform/events/define-event';
import { HierarchyService } from '../../hierarchy';
import { BoardPublisherService } from '../board-publisher.service';
import { BoardChanged } from '../boards.errors';
import { boardsEvents } from '../boards.events';
import { archiveBoard } from '../boards.policy';
import { presentBoard } from '../boards.presenter';
import { BoardsRepository } from '../boards.repository';
import type { BoardOutput, BoardsArchiveInput } from '../boards.schemas';
import { BoardStructureService } from '../structure/board-structure.service';

/** Archives and restores boards (decision 0139). */
@Injectable()
export class BoardArchiveService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly hierarchy: HierarchyService,
    private readonly structure: BoardStructureService,
    private readonly boards: BoardsRepository,
    private readonly publisher: BoardPublisherService,
  ) {}

  archive(context: CallContext, input: BoardsArchiveInput): Promise<BoardOutput> {
    return this.change(context, input, clock.now(), boardsEvents.archived);
  }

  restore(context: CallContext, input: BoardsArchiveInput): Promise<BoardOutput> {
    return this.change(context, input, null, boardsEvents.restored);
  }

  /**
   * Under the lock of the structure: writes of items that began before it are complete, and later ones find another version
   * of the structure, read the board again and reject.
   */
  private change(
    context: CallContext,
    { id, expectedUpdatedAt }: BoardsArchiveInput,
    archivedAt: Date | null,
    event: EventTaking<{ board: BoardOutput }, 'board'>,
  ): Promise<BoardOutput> {
    return this.transactions.run(context, async (tx) => {
      const board = await this.structure.lock(tx, () => this.hierarchy.board(tx, id), archiveBoard);
      if ((board.archivedAt === null) === (archivedAt === null)) {
        if (expectedUpdatedAt && board.updatedAt !== expectedUpdatedAt.toISOString())
          throw new BoardChanged();
        return presentBoard(board);
      }
      if ((await this.boards.update(tx, id, { archivedAt }, expectedUpdatedAt)) === null)
        throw new BoardChanged();
      return this.publisher.publish(tx, id, event);
    });
  }
}
