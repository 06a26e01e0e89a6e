import { Injectable } from '@nestjs/common';
import type { BoardId, ColumnId, OrganizationId } from '../../../kernel/ids';
import type { RecordKey } from '../../../kernel/record-key';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { Job, type JobHandler, type JobRun } from '../../../platform/jobs/job.decorator';
import { boardTopic } from '../../hierarchy';
import { ItemOrdersRepository } from './item-orders.repository';

export interface BuildOrderPayload {
  organizationId: OrganizationId;
  boardId: BoardId;
  columnId: ColumnId | null;
}

/** Builds an order of a board, batch by batch; a retry adds the entries that are missing. */
@Job({ name: 'items.build-order' })
@Injectable()
export class BuildOrderJob implements JobHandler<BuildOrderPayload> {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly orders: ItemOrdersRepository,
  ) {}

  async perform({ organizationId, boardId, columnId }: BuildOrderPayload, run: JobRun): Promise<void> {
    const context: TenantContext = { organizationId, transaction: null };
    const key = await this.begin(context, boardId, columnId);
    if (key === null) return;
    let last: string | null = '';
    while (last !== null) {
      run.signal.throwIfAborted();
      const after: string = last;
      last = await this.transactions.run(context, (tx) =>
        this.orders.fillAfter(tx, boardId, columnId, key, after),
      );
    }
    await this.transactions.run(context, async (tx) => {
      await this.orders.complete(tx, key);
      tx.transaction.invalidate(boardTopic(boardId));
    });
  }

  /** The key of the order to fill; null when it is complete or would not help. */
  private async begin(
    context: TenantContext,
    boardId: BoardId,
    columnId: ColumnId | null,
  ): Promise<RecordKey | null> {
    const found = await this.orders.find(context, boardId, columnId);
    if (found?.state === 'building') return found.key;
    if (found !== null && !found.isOutdated) return null;
    // Before the writers wait: it counts the items.
    const isWorthIt = columnId === null || (await this.orders.isWorthIt(context, boardId, columnId));
    return this.transactions.run(context, async (tx) => {
      if (!isWorthIt) {
        await this.orders.decide(tx, boardId, columnId, 'declined');
        return null;
      }
      await this.orders.waitForWriters(tx, boardId);
      tx.transaction.invalidate(boardTopic(boardId));
      return this.orders.decide(tx, boardId, columnId, 'building');
    });
  }
}
