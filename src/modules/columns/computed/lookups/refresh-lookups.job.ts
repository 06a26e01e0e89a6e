import { Injectable } from '@nestjs/common';
import type { BoardId, ColumnId, ItemId, OrganizationId } from '../../../../kernel/ids';
import type { TenantContext } from '../../../../platform/database/tenant.repository';
import { TransactionRunner } from '../../../../platform/database/transaction-runner';
import { Job, type JobHandler, type JobRun } from '../../../../platform/jobs/job.decorator';
import { Jobs } from '../../../../platform/jobs/jobs';
import { HierarchyService } from '../../../hierarchy';
import { computedColumns } from '../computed-columns';
import { ComputedValuesRepository } from '../computed-values.repository';
import { ItemComputationService } from '../item-computation.service';
import {
  byBoard,
  type ReferencingLookup,
  ReferencingLookupsReadModel,
} from './referencing-lookups.read-model';
import { BATCH_MAX_ITEMS, BATCH_MAX_STEPS } from '../work-limits';

export interface RefreshLookupsPayload {
  organizationId: OrganizationId;
  /** What has changed: these columns of these items. */
  itemIds: ItemId[];
  columnIds: ColumnId[];
  /** The length of the chain of refreshes before this one. */
  depth: number;
}

/** The maximum chain of lookups of lookups that follows a change; cycles are rejected on save. */
const MAX_LOOKUP_DEPTH = 20;

/**
 * Computes the lookups that show a changed cell, and what is computed from them, only for the items that link to
 * it.
 */
@Job({ name: 'columns.refresh-lookups' })
@Injectable()
export class RefreshLookupsJob implements JobHandler<RefreshLookupsPayload> {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly hierarchy: HierarchyService,
    private readonly looking: ReferencingLookupsReadModel,
    private readonly values: ComputedValuesRepository,
    private readonly computation: ItemComputationService,
    private readonly jobs: Jobs,
  ) {}

  async perform(payload: RefreshLookupsPayload, run: JobRun): Promise<void> {
    const context = { organizationId: payload.organizationId, transaction: null };
    const lookups = await this.looking.at(context, payload.columnIds);
    for (const [boardId, columns] of byBoard(lookups)) {
      const links = columns.flatMap(({ linkColumnId }) => linkColumnId ?? []);
      const items = await this.looking.itemsLinking(context, payload.itemIds, links);
      // In the order in which bulk changes lock items.
      items.sort();
      for (let at = 0; at < items.length;) {
        run.signal.throwIfAborted();
        const batch = items.slice(at, at + BATCH_MAX_ITEMS);
        at += await this.refresh(context, boardId, columns, batch, payload.depth);
      }
    }
  }

  /** The number of processed items. */
  private refresh(
    context: TenantContext,
    boardId: BoardId,
    lookups: readonly ReferencingLookup[],
    ids: readonly ItemId[],
    depth: number,
  ): Promise<number> {
    return this.transactions.run(context, async (tx) => {
      await this.values.lockBoard(tx, boardId);
      const board = await this.hierarchy.boardFacts(tx, boardId);
      if (board === null) return ids.length;
      const columns = computedColumns(board).closureOf(lookups.map(({ id }) => id));
      const items = await this.values.lock(tx, boardId, ids);
      const { changes, done } = await this.computation.run(tx, board, columns, items, {
        maxSteps: BATCH_MAX_STEPS,
      });
      // Deleted items count as processed; those after the last one are counted with the next batch.
      const until = items.length === 0 ? ids.length : ids.indexOf(items[done - 1]!.id) + 1;
      await this.values.publish(tx, boardId, changes);
      const followed = columns.map(({ column }) => column.id).filter((id) => board.lookedAt.includes(id));
      if (changes.length === 0 || followed.length === 0 || depth >= MAX_LOOKUP_DEPTH) return until;
      await this.jobs.enqueue(tx, RefreshLookupsJob, {
        organizationId: context.organizationId,
        itemIds: changes.map(({ id }) => id),
        columnIds: followed,
        depth: depth + 1,
      });
      return until;
    });
  }
}
