import { Injectable } from '@nestjs/common';
import type { BoardId, ColumnId } from '../../../kernel/ids';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';
import { Jobs } from '../../../platform/jobs/jobs';
import { boardTopic } from '../../hierarchy';
import { BoardComputationsRepository } from './board-computations.repository';
import { ComputeBoardJob } from './compute-board.job';
import { byBoard, ReferencingLookupsReadModel } from './lookups/referencing-lookups.read-model';

type Tx = InTransaction<TenantContext>;

/** Schedules the computation of columns of whole boards in the background, with progress (decision 0040). */
@Injectable()
export class BoardComputationsService {
  constructor(
    private readonly running: BoardComputationsRepository,
    private readonly looking: ReferencingLookupsReadModel,
    private readonly jobs: Jobs,
  ) {}

  /**
   * The columns, and all columns that are computed from them, after the transaction has committed. `rebuiltIds`:
   * the columns whose results have another type, and need new sort keys even if the results are the same.
   */
  async start(
    tx: Tx,
    boardId: BoardId,
    columnIds: readonly ColumnId[],
    rebuiltIds: readonly ColumnId[] = [],
  ): Promise<void> {
    if (columnIds.length === 0) return;
    await this.running.begin(tx, boardId, columnIds, rebuiltIds);
    tx.transaction.invalidate(boardTopic(boardId));
    const organizationId = tx.organizationId;
    await this.jobs.enqueue(tx, ComputeBoardJob, { organizationId, boardId }, { key: boardId });
  }

  /** The lookups, on any board, that read one of these columns. */
  async startLooking(tx: Tx, columnIds: readonly ColumnId[]): Promise<void> {
    if (columnIds.length === 0) return;
    const lookups = await this.looking.at(tx, columnIds);
    for (const [boardId, columns] of byBoard(lookups)) {
      await this.start(
        tx,
        boardId,
        columns.map(({ id }) => id),
      );
    }
  }
}
