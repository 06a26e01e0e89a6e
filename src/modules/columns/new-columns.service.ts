import { Injectable } from '@nestjs/common';
import { boardTopic, type BoardFacts } from '../hierarchy';
import type { TenantContext } from '../../platform/database/tenant.repository';
import type { InTransaction } from '../../platform/database/transaction';
import { ColumnNumbersService } from './numbers/column-numbers.service';
import { ColumnValuesService } from '../stored-values';
import { ColumnsRepository, type NewColumn } from './columns.repository';
import { BoardComputationsService } from './computed/board-computations.service';
import { columnTypes } from '../../column-types/types';

/** Writes columns that are already checked. */
@Injectable()
export class NewColumnsService {
  constructor(
    private readonly columns: ColumnsRepository,
    private readonly numbers: ColumnNumbersService,
    private readonly values: ColumnValuesService,
    private readonly computations: BoardComputationsService,
  ) {}

  /** Adds a column to a board whose structure is locked; the columns from its position on shift by one. */
  async insert(tx: InTransaction<TenantContext>, board: BoardFacts, column: NewColumn): Promise<void> {
    if (column.position < board.columns.length) await this.columns.openGap(tx, board.id, column.position);
    await this.columns.insertNew(tx, [column]);
    const first = firstNumber(column);
    if (first !== undefined) {
      const count = await this.values.numberItems(tx, { boardId: board.id, columnId: column.id }, first);
      await this.numbers.start(tx, [{ columnId: column.id, first: first + count }]);
    }
    if (columnTypes[column.type].computedFrom !== undefined) {
      await this.computations.start(tx, board.id, [column.id]);
    }
  }

  /** The columns of new boards, which have no items yet. */
  async insertAll(tx: InTransaction<TenantContext>, columns: readonly NewColumn[]): Promise<void> {
    await this.columns.insertNew(tx, columns);
    const counters = columns.flatMap((column) => {
      const first = firstNumber(column);
      return first === undefined ? [] : [{ columnId: column.id, first }];
    });
    await this.numbers.start(tx, counters);
    for (const { boardId } of columns) tx.transaction.invalidate(boardTopic(boardId));
  }
}

/** The number of the first item; undefined for columns that do not number items. */
function firstNumber({ type, config }: NewColumn): number | undefined {
  return columnTypes[type].firstNumber?.(config);
}
