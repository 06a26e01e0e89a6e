import { Injectable } from '@nestjs/common';
import type { ColumnId, ItemId } from '../../../../kernel/ids';
import type { TenantContext } from '../../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../../platform/database/transaction';
import { Jobs } from '../../../../platform/jobs/jobs';
import type { BoardFacts } from '../../../hierarchy';
import type { PassedItems } from './linked-items.service';
import { RefreshLookupsJob } from './refresh-lookups.job';

/**
 * Lookups that show a change are recomputed after the change has committed (decision 0041). Edits of values need no call:
 * ChangedCellsSubscriber follows their events.
 */
@Injectable()
export class LookupDependentsService {
  constructor(private readonly jobs: Jobs) {}

  /** These columns of these items have changed without an event; no statement if no lookup reads them. */
  async follow(
    tx: InTransaction<TenantContext>,
    { lookedAt }: BoardFacts,
    itemIds: readonly ItemId[],
    columnIds: readonly ColumnId[],
  ): Promise<void> {
    const followed = columnIds.filter((id) => lookedAt.includes(id));
    if (followed.length === 0 || itemIds.length === 0) return;
    const organizationId = tx.organizationId;
    const payload = { organizationId, itemIds: [...itemIds], columnIds: followed, depth: 0 };
    // One job per item and columns is enough.
    const key = itemIds.length === 1 ? { key: [itemIds[0], ...followed.toSorted()].join(' ') } : {};
    await this.jobs.enqueue(tx, RefreshLookupsJob, payload, key);
  }

  /** Recomputes lookups because another transaction was writing these items during their computation. */
  async followAgain(tx: InTransaction<TenantContext>, { itemIds, columnIds }: PassedItems): Promise<void> {
    const organizationId = tx.organizationId;
    await this.jobs.enqueue(tx, RefreshLookupsJob, { organizationId, itemIds, columnIds, depth: 0 });
  }

  /** The items were created, deleted or moved between boards: every cell that a lookup reads can be different. */
  async followAll(
    tx: InTransaction<TenantContext>,
    board: BoardFacts,
    itemIds: readonly ItemId[],
  ): Promise<void> {
    await this.follow(tx, board, itemIds, board.lookedAt);
  }
}
