import { Injectable } from '@nestjs/common';
import type { BoardId } from '../../kernel/ids';
import type { TenantContext } from '../../platform/database/tenant.repository';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { ColumnsRepository } from './columns.repository';
import { BoardComputations } from './computed/board-computations';

@Injectable()
export class ColumnsPurge {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly columns: ColumnsRepository,
    private readonly computations: BoardComputations,
  ) {}

  /** Removes the columns of a board that is deleted; their index rows go with the items. Lookups at them look again. */
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
