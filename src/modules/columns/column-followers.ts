import { Injectable } from '@nestjs/common';
import type { ColumnId } from '../../kernel/ids';
import type { TenantContext } from '../../platform/database/tenant.repository';
import type { InTransaction } from '../../platform/database/transaction';
import { type BoardFacts, type ColumnFacts, Hierarchy } from '../hierarchy';
import type { ColumnConfig } from './column-type';
import { ColumnsRepository } from './columns.repository';
import { BoardComputations } from './computed/board-computations';
import { namedColumns } from './computed/column-names';
import { type ComputedColumn, computedColumns, typeOf } from './computed/computed-columns';
import { ResultTypes } from './computed/result-types';
import type { FormulaConfig } from './types/formula';

/** What computed columns do when a column that they are made from becomes another. The board's structure is held. */
@Injectable()
export class ColumnFollowers {
  constructor(
    private readonly hierarchy: Hierarchy,
    private readonly columns: ColumnsRepository,
    private readonly computations: BoardComputations,
    private readonly resultTypes: ResultTypes,
  ) {}

  /** Its config has changed: a label may be called otherwise, a result may be another. `board` is as it was. */
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

  /** Formulas that name it keep its name, so that they can be read and say what they miss. */
  async beforeDeletion(
    tx: InTransaction<TenantContext>,
    board: BoardFacts,
    { id, name }: ColumnFacts,
  ): Promise<void> {
    for (const column of board.columns) {
      const { expression, gone } = column.config as FormulaConfig;
      if (typeOf(column).computedFrom !== 'expression' || !namedColumns(expression).includes(id)) continue;
      const config: FormulaConfig = { ...(column.config as FormulaConfig), gone: { ...gone, [id]: name } };
      await this.columns.setConfig(tx, column.id, config as ColumnConfig);
    }
    await this.computations.start(tx, board.id, idsOf(computedColumns(board).affectedBy([id])));
    if (board.lookedAt.includes(id)) await this.computations.startLooking(tx, [id]);
  }
}

function idsOf(columns: readonly ComputedColumn[]): ColumnId[] {
  return columns.map(({ column }) => column.id);
}
