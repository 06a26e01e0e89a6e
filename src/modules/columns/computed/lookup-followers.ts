import { Injectable } from '@nestjs/common';
import type { ColumnId, ItemId, OrganizationId } from '../../../kernel/ids';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';
import { Jobs } from '../../../platform/jobs/jobs';
import type { BoardFacts } from '../../hierarchy';
import type { PassedItems } from './linked-items';
import { RefreshLookupsJob } from './refresh-lookups.job';

/** Items whose lookups show what has just changed are computed once that is committed (decision 0041). */
@Injectable()
export class LookupFollowers {
  constructor(private readonly jobs: Jobs) {}

  /** These columns of these items have changed; costs nothing where nobody looks at them. */
  async follow(
    tx: InTransaction<TenantContext>,
    { lookedAt }: BoardFacts,
    itemIds: readonly ItemId[],
    columnIds: readonly ColumnId[],
  ): Promise<void> {
    const followed = columnIds.filter((id) => lookedAt.includes(id));
    if (followed.length === 0 || itemIds.length === 0) return;
    const organizationId = tx.organizationId as OrganizationId;
    const payload = { organizationId, itemIds: [...itemIds], columnIds: followed, depth: 0 };
    // What waits already for one item's columns need not wait twice.
    const key = itemIds.length === 1 ? { key: [itemIds[0], ...followed.toSorted()].join(' ') } : {};
    await this.jobs.enqueue(tx, RefreshLookupsJob, payload, key);
  }

  /** Once more, because somebody else was writing these items while their lookups were computed. */
  async followAgain(tx: InTransaction<TenantContext>, { itemIds, columnIds }: PassedItems): Promise<void> {
    const organizationId = tx.organizationId as OrganizationId;
    await this.jobs.enqueue(tx, RefreshLookupsJob, { organizationId, itemIds, columnIds, depth: 0 });
  }

  /** The items have come, gone or changed boards: all that is looked at may be different. */
  async followAll(
    tx: InTransaction<TenantContext>,
    board: BoardFacts,
    itemIds: readonly ItemId[],
  ): Promise<void> {
    await this.follow(tx, board, itemIds, board.lookedAt);
  }
}
