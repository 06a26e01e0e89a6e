import { Injectable } from '@nestjs/common';
import type { BoardId, ColumnId, ItemId, OrganizationId } from '../../../kernel/ids';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { Job, type JobHandler, type JobRun } from '../../../platform/jobs/job.decorator';
import { Jobs } from '../../../platform/jobs/jobs';
import { Hierarchy } from '../../hierarchy';
import { computedColumns } from './computed-columns';
import { ComputedValuesRepository } from './computed-values.repository';
import { ItemComputation } from './item-computation';
import { byBoard, type LookingColumn, LookingColumnsReadModel } from './looking-columns.read-model';
import { BATCH_MAX_ITEMS, BATCH_MAX_STEPS } from './work-limits';

export interface RefreshLookupsPayload {
  organizationId: OrganizationId;
  /** What has changed: these columns of these items. */
  itemIds: ItemId[];
  columnIds: ColumnId[];
  /** How many refreshes led to this one. */
  depth: number;
}

/** Lookups of lookups, one after the other, that follow a change; circles are refused when they are saved. */
const MAX_LOOKUP_DEPTH = 20;

/** Computes the lookups that show a changed cell, and what is computed from them: of the items that link to it alone. */
@Job({ name: 'columns.refresh-lookups' })
@Injectable()
export class RefreshLookupsJob implements JobHandler<RefreshLookupsPayload> {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly hierarchy: Hierarchy,
    private readonly looking: LookingColumnsReadModel,
    private readonly values: ComputedValuesRepository,
    private readonly computation: ItemComputation,
    private readonly jobs: Jobs,
  ) {}

  async perform(payload: RefreshLookupsPayload, run: JobRun): Promise<void> {
    const context = { organizationId: payload.organizationId, transaction: null };
    const lookups = await this.looking.at(context, payload.columnIds);
    for (const [boardId, columns] of byBoard(lookups)) {
      const links = columns.flatMap(({ linkColumnId }) => linkColumnId ?? []);
      const items = await this.looking.itemsLinking(context, payload.itemIds, links);
      // In the order in which whoever changes several items takes them.
      items.sort();
      for (let at = 0; at < items.length;) {
        run.signal.throwIfAborted();
        const batch = items.slice(at, at + BATCH_MAX_ITEMS);
        at += await this.refresh(context, boardId, columns, batch, payload.depth);
      }
    }
  }

  /** How many of the items are done. */
  private refresh(
    context: TenantContext,
    boardId: BoardId,
    lookups: readonly LookingColumn[],
    ids: readonly ItemId[],
    depth: number,
  ): Promise<number> {
    return this.transactions.run(context, async (tx) => {
      await this.values.holdBoard(tx, boardId);
      const board = await this.hierarchy.boardFacts(tx, boardId);
      if (board === null) return ids.length;
      const columns = computedColumns(board).closureOf(lookups.map(({ id }) => id));
      const items = await this.values.hold(tx, boardId, ids);
      const { changes, done } = await this.computation.run(tx, board, columns, items, {
        maxSteps: BATCH_MAX_STEPS,
      });
      // Items that are gone by now count as done, behind the last one with the next batch.
      const until = items.length === 0 ? ids.length : ids.indexOf(items[done - 1]!.id) + 1;
      await this.values.announce(tx, boardId, changes);
      const followed = columns.map(({ column }) => column.id).filter((id) => board.lookedAt.includes(id));
      if (changes.length === 0 || followed.length === 0 || depth >= MAX_LOOKUP_DEPTH) return until;
      await this.jobs.enqueue(tx, RefreshLookupsJob, {
        organizationId: context.organizationId as OrganizationId,
        itemIds: changes.map(({ id }) => id),
        columnIds: followed,
        depth: depth + 1,
      });
      return until;
    });
  }
}
