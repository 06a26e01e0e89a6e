import { Injectable } from '@nestjs/common';
import type { BoardId, OrganizationId } from '../../../kernel/ids';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { Job, type JobHandler, type JobRun } from '../../../platform/jobs/job.decorator';
import { boardTopic, HierarchyService } from '../../hierarchy';
import { BoardComputationsRepository } from './board-computations.repository';
import { computedColumns } from './computed-columns';
import { ComputedValuesRepository } from './computed-values.repository';
import { ItemComputationService } from './item-computation.service';
import { LookupDependentsService } from './lookups/lookup-dependents.service';
import { BATCH_MAX_STEPS } from './work-limits';

export interface ComputeBoardPayload {
  organizationId: OrganizationId;
  boardId: BoardId;
}

/**
 * Computes columns of all items of a board, batch by batch; a retry continues where the previous attempt
 * stopped.
 */
@Job({ name: 'columns.compute-board' })
@Injectable()
export class ComputeBoardJob implements JobHandler<ComputeBoardPayload> {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly hierarchy: HierarchyService,
    private readonly running: BoardComputationsRepository,
    private readonly values: ComputedValuesRepository,
    private readonly computation: ItemComputationService,
    private readonly followers: LookupDependentsService,
  ) {}

  async perform({ organizationId, boardId }: ComputeBoardPayload, run: JobRun): Promise<void> {
    const context = { organizationId, transaction: null };
    let hasMore = true;
    while (hasMore) {
      run.signal.throwIfAborted();
      hasMore = await this.transactions.run(context, (tx) => this.step(tx, boardId));
    }
  }

  private async step(tx: InTransaction<TenantContext>, boardId: BoardId): Promise<boolean> {
    await this.values.lockBoard(tx, boardId);
    const board = await this.hierarchy.boardFacts(tx, boardId);
    const running = await this.running.lock(tx, boardId);
    if (running === null) return false;
    if (running.total === null) await this.running.count(tx, boardId);
    const items = board === null ? [] : await this.values.lockNext(tx, boardId, running.after);
    let { length: done } = items;
    if (board !== null) {
      const columns = computedColumns(board).closureOf(running.columnIds);
      const manner = { maxSteps: BATCH_MAX_STEPS, rebuiltIds: running.rebuiltIds };
      const computed = await this.computation.run(tx, board, columns, items, manner);
      ({ done } = computed);
      const { changes } = computed;
      const itemIds = changes.map(({ id }) => id);
      await this.followers.follow(
        tx,
        board,
        itemIds,
        columns.map(({ column }) => column.id),
      );
    }
    if (items.length > 0) {
      await this.running.advance(tx, boardId, items[done - 1]!.id, done);
      return true;
    }
    await this.running.end(tx, boardId);
    tx.transaction.invalidate(boardTopic(boardId));
    return false;
  }
}
