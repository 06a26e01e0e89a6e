import { Injectable } from '@nestjs/common';
import type { BoardId, ProjectId } from '../../../kernel/ids';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { ColumnsPurgeService } from '../../columns';
import { boardTopic } from '../../hierarchy';
import { ItemsPurgeService } from '../../items';
import { BoardsRepository } from '../boards.repository';
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
      await this.boards.markDeleted(tx, id);
      tx.transaction.invalidate(boardTopic(id));
    });
    await this.contents.purgeBoard(context, id);
    await this.items.purgeBoard(context, id);
    await this.columns.purgeBoard(context, id);
  }
}
