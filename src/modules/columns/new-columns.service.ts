import { Injectable } from '@nestjs/common';
import type { CallContext } from '../../access/principal';
import type { BoardId, ColumnId } from '../../kernel/ids';
import { boardTopic, type BoardFacts } from '../hierarchy';
import type { TenantContext } from '../../platform/database/tenant.repository';
import type { InTransaction } from '../../platform/database/transaction';
import { ColumnNumbersService } from './numbers/column-numbers.service';
import { ColumnValuesService } from '../stored-values';
import { ColumnsRepository, type NewColumn } from './columns.repository';
import { ColumnChangesService } from './changes/column-changes.service';
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
    private readonly changes: ColumnChangesService,
  ) {}

  /** Adds a column to a board whose structure is locked; the columns from its position on shift by one. */
  async insert(tx: InTransaction<CallContext>, board: BoardFacts, column: NewColumn): Promise<void> {
    if (column.position < board.columns.length) await this.columns.openGap(tx, board.id, column.position);
    await this.columns.insertNew(tx, [column]);
    const first = firstNumber(column);
    if (first !== undefined) {
      const count = await this.values.countItems(tx, board.id, false);
      await this.numbers.start(tx, [{ columnId: column.id, first: first + count }]);
      await this.numberItems(tx, { boardId: board.id, columnId: column.id }, first, count);
    }
    if (columnTypes[column.type].computedFrom !== undefined) {
      await this.computations.start(tx, board.id, [column.id]);
    }
  }

  /** The numbers of the existing items are reserved: items that are created meanwhile get later ones. */
  private async numberItems(
    tx: InTransaction<CallContext>,
    place: { boardId: BoardId; columnId: ColumnId },
    first: number,
    count: number,
  ): Promise<void> {
    if (count <= this.changes.itemsAtOnce) return this.values.numberItems(tx, place, first);
    return this.changes.begin(tx, place, { kind: 'numberItems', details: { first } }, count);
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
