import { Injectable } from '@nestjs/common';
import type { BoardId, ProjectId } from '../../../kernel/ids';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { Outbox } from '../../../platform/events/outbox';
import { ColumnsPurgeService } from '../../columns';
import { boardTopic } from '../../hierarchy';
import { ItemsPurgeService } from '../../items';
import { boardsEvents } from '../boards.events';
import { BoardsRepository, type DeletedBoard } from '../boards.repository';
import { BoardContentsService } from './board-contents.service';

/**
 * Permanently deletes boards with all their contents, in batches outside any transaction: a board of a million
 * items must not lock its rows for minutes. A retry continues after a failed attempt.
 */
@Injectable()
export class BoardPurgeService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly boards: BoardsRepository,
    private readonly columns: ColumnsPurgeService,
    private readonly items: ItemsPurgeService,
    private readonly contents: BoardContentsService,
    private readonly outbox: Outbox,
  ) {}

  /** Every board of a project that is deleted or is in a deleted workspace. */
  async purgeProject(context: TenantContext, projectId: ProjectId, signal: AbortSignal): Promise<void> {
    for (;;) {
      const boards = await this.boards.anyOf(context, projectId);
      if (boards.length === 0) return;
      for (const id of boards) {
        signal.throwIfAborted();
        await this.empty(context, id);
        await this.boards.delete(context, id);
      }
    }
  }

  /** Removes the contents of the board; its row stays. */
  async empty(context: TenantContext, id: BoardId): Promise<void> {
    // Waits for concurrent writes of items there, and blocks later ones.
    await this.transactions.run(context, async (tx) => {
      await this.boards.lockStructure(tx, id);
      const board = await this.boards.markDeleted(tx, id);
      if (board !== null) await this.announce(tx, board);
      tx.transaction.invalidate(boardTopic(id));
    });
    await this.contents.purgeBoard(context, id);
    await this.items.purgeBoard(context, id);
    await this.columns.purgeBoard(context, id);
  }

  /** A board that is deleted with its project or workspace, whose deletion is the event of the user. */
  private announce(tx: InTransaction<TenantContext>, board: DeletedBoard): Promise<void> {
    const event = boardsEvents.deleted.create({ board }, { boardId: board.id });
    return this.outbox.append({ ...tx, person: { userId: null } }, event);
  }
}
