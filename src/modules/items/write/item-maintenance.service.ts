import { Injectable } from '@nestjs/common';
import type { BoardId } from '../../../kernel/ids';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import { Log } from '../../../platform/logging/log';
import { ItemsRepository, type PlacedItem } from '../items.repository';

/**
 * Splits counters and shortens ranks that have grown, after the write that noticed, on a separate connection.
 * Nothing depends on the time: positions are exact before and after.
 */
@Injectable()
export class ItemMaintenanceService {
  constructor(
    private readonly items: ItemsRepository,
    private readonly log: Log,
  ) {}

  after(context: TenantContext, boardId: BoardId, { lane, rank, needsMaintenance }: PlacedItem): void {
    if (!needsMaintenance) return;
    const run = () => {
      this.items
        .maintain(context, boardId, lane, rank)
        .catch((error: unknown) => this.log.warn('list maintenance failed', { boardId, error }));
    };
    if (context.transaction) context.transaction.afterCommit(run);
    else run();
  }
}
