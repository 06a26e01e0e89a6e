import { Injectable } from '@nestjs/common';
import type { ColumnId } from '../../kernel/ids';
import type { TenantContext } from '../../platform/database/tenant.repository';
import type { InTransaction } from '../../platform/database/transaction';
import { type BoardFacts, type ColumnFacts, HierarchyService } from '../hierarchy';
import { ColumnsRepository } from './columns.repository';
import { BoardComputationsService } from './computed/board-computations.service';
import { namedColumns } from './computed/column-names';
import { type ComputedColumn, computedColumns, formulaConfigOf, typeOf } from './computed/computed-columns';
import { ResultTypesService } from './computed/result-types.service';

/** Updates computed columns when a column that they read changes. The board's structure is locked. */
@Injectable()
export class ColumnDependentsService {
  constructor(
    private readonly hierarchy: HierarchyService,
    private readonly columns: ColumnsRepository,
    private readonly computations: BoardComputationsService,
    private readonly resultTypes: ResultTypesService,
  ) {}

  /**
   * Its config has changed: a label can have another name, a result another value. `board` is the state before.
   */
  async afterConfig(tx: InTransaction<TenantContext>, board: BoardFacts, column: ColumnFacts): Promise<void> {
    const isRead = computedColumns(board).affectedBy([column.id]).length > 0;
    const isLookedAt = board.lookedAt.includes(column.id);
    if (isRead || typeOf(column).computedFrom !== undefined) {
      const after = (await this.hierarchy.boardFacts(tx, board.id))!;
      await this.computations.start(tx, board.id, idsOf(computedColumns(after).closureOf([column.id])));
      await this.resultTypes.carry(tx, board);
    } else if (isLookedAt) await this.resultTypes.carry(tx, board);
    if (isLookedAt) await this.computations.startLooking(tx, [column.id]);
  }

  /** A background job has written values of the column that items did not have before. */
  async afterValues(tx: InTransaction<TenantContext>, board: BoardFacts, columnId: ColumnId): Promise<void> {
    await this.computations.start(tx, board.id, idsOf(computedColumns(board).affectedBy([columnId])));
    if (board.lookedAt.includes(columnId)) await this.computations.startLooking(tx, [columnId]);
  }

  /**
   * Formulas that name a deleted column keep its name, so that they stay readable and the error shows what is
   * missing.
   */
  async beforeDeletion(
    tx: InTransaction<TenantContext>,
    board: BoardFacts,
    { id, name }: ColumnFacts,
  ): Promise<void> {
    for (const column of board.columns) {
      const config = formulaConfigOf(column);
      if (config === null || !namedColumns(config.expression).includes(id)) continue;
      await this.columns.setConfig(tx, column.id, { ...config, gone: { ...config.gone, [id]: name } });
    }
    await this.computations.start(tx, board.id, idsOf(computedColumns(board).affectedBy([id])));
    if (board.lookedAt.includes(id)) await this.computations.startLooking(tx, [id]);
  }
}

function idsOf(columns: readonly ComputedColumn[]): ColumnId[] {
  return columns.map(({ column }) => column.id);
}
