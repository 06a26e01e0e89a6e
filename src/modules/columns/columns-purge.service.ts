import { Injectable } from '@nestjs/common';
import type { BoardId } from '../../kernel/ids';
import type { TenantContext } from '../../platform/database/tenant.repository';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { ColumnsRepository } from './columns.repository';
import { BoardComputationsService } from './computed/board-computations.service';

@Injectable()
export class ColumnsPurgeService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly columns: ColumnsRepository,
    private readonly computations: BoardComputationsService,
  ) {}

  /**
   * Deletes the columns of a deleted board; their index rows are deleted with the items. Lookups of these columns
   * are recomputed.
   */
  async purgeBoard(context: TenantContext, boardId: BoardId): Promise<void> {
    await this.transactions.run(context, async (tx) => {
      const columns = await this.columns.ofBoards(tx, [boardId]);
      await this.columns.deleteBoard(tx, boardId);
      await this.computations.startLooking(
        tx,
        columns.map(({ id }) => id),
      );
    });
  }
}
