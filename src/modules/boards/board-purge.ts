import { Injectable } from '@nestjs/common';
import type { BoardId, ProjectId } from '../../kernel/ids';
import type { TenantContext } from '../../platform/database/tenant.repository';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { ColumnsPurge } from '../columns';
import { boardTopic } from '../hierarchy';
import { ItemsPurge } from '../items';
import { BoardsRepository } from './boards.repository';

/**
 * Removes boards and all they hold for good, a batch at a time, outside any transaction: a board of a million items
 * must not hold its rows for minutes. What an attempt leaves undone the next one finds.
 */
@Injectable()
export class BoardPurge {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly boards: BoardsRepository,
    private readonly columns: ColumnsPurge,
    private readonly items: ItemsPurge,
  ) {}

  /** Every board of a project that is deleted, or that lies in a workspace that is. */
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

  /** Removes what is on the board; its row stays. */
  async empty(context: TenantContext, id: BoardId): Promise<void> {
    // Waits for whoever is writing an item there, and stops all who come after.
    await this.transactions.run(context, async (tx) => {
      await this.boards.holdStructure(tx, id);
      await this.boards.markDeleted(tx, id);
      tx.transaction.touch(boardTopic(id));
    });
    await this.items.purgeBoard(context, id);
    await this.columns.purgeBoard(context, id);
  }
}
