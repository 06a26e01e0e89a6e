import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { BoardId, ColumnId, OrganizationId } from '../../../kernel/ids';
import { isLockTimeout } from '../../../platform/database/database-errors';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { Job, type JobHandler, type JobRun } from '../../../platform/jobs/job.decorator';
import { ColumnValuesService } from '../../stored-values';
import { ColumnsRepository } from '../columns.repository';
import { ColumnChangeBatchesService } from './column-change-batches.service';
import { ColumnChangeEndsService } from './column-change-ends.service';
import { ColumnChangesRepository } from './column-changes.repository';

type Tx = InTransaction<TenantContext>;

/** The pause after a wait for a lock, in which waiting writers take their turn. */
const PAUSE_MS = 1_000;

export interface ChangeColumnPayload {
  organizationId: OrganizationId;
  boardId: BoardId;
  columnId: ColumnId;
}

/**
 * Changes the values of a column on all items of its board, batch by batch; a retry continues where the previous
 * attempt stopped.
 */
@Job({ name: 'columns.change' })
@Injectable()
export class ChangeColumnJob implements JobHandler<ChangeColumnPayload> {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly columns: ColumnsRepository,
    private readonly changes: ColumnChangesRepository,
    private readonly values: ColumnValuesService,
    private readonly batches: ColumnChangeBatchesService,
    private readonly ends: ColumnChangeEndsService,
  ) {}

  async perform({ organizationId, boardId, columnId }: ChangeColumnPayload, run: JobRun): Promise<void> {
    const within = (work: (tx: Tx) => Promise<boolean>) => this.patiently(organizationId, run, work);
    do {
      while (await within((tx) => this.step(tx, boardId, columnId)));
    } while (await within((tx) => this.ends.end(tx, boardId, columnId)));
  }

  /**
   * Repeats a transaction that waits for a lock: writers that wait behind it would otherwise wait for as long as an import that
   * has the lock.
   */
  private async patiently(
    organizationId: OrganizationId,
    { signal }: JobRun,
    work: (tx: Tx) => Promise<boolean>,
  ): Promise<boolean> {
    for (;;) {
      signal.throwIfAborted();
      try {
        return await this.transactions.run({ organizationId, transaction: null }, async (tx) => {
          await this.changes.waitBriefly(tx);
          return work(tx);
        });
      } catch (error) {
        if (!isLockTimeout(error)) throw error;
        await delay(PAUSE_MS, undefined, { signal });
      }
    }
  }

  private async step(tx: Tx, boardId: BoardId, columnId: ColumnId): Promise<boolean> {
    await this.changes.lockBoard(tx, boardId);
    const change = await this.changes.lock(tx, columnId);
    const column = change && (await this.columns.find(tx, columnId));
    if (!column) return false;
    if (change.total === null) {
      await this.changes.setTotal(tx, columnId, await this.values.countItems(tx, boardId, true));
    }
    const { items, after, isLast } = await this.batches.next(tx, change, column);
    await this.changes.advance(tx, columnId, after, items);
    return !isLast;
  }
}
