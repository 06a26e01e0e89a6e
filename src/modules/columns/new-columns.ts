import { Injectable } from '@nestjs/common';
import { boardTopic, type BoardFacts } from '../hierarchy';
import type { TenantContext } from '../../platform/database/tenant.repository';
import type { InTransaction } from '../../platform/database/transaction';
import { ColumnValuesRepository } from './column-values.repository';
import { ColumnsRepository, type NewColumn } from './columns.repository';
import { BoardComputations } from './computed/board-computations';
import { columnTypes } from './types';

/** Writes columns that have been judged already. */
@Injectable()
export class NewColumns {
  constructor(
    private readonly columns: ColumnsRepository,
    private readonly values: ColumnValuesRepository,
    private readonly computations: BoardComputations,
  ) {}

  /** One more column on a board whose structure is held; those from its position on make room. */
  async insert(tx: InTransaction<TenantContext>, board: BoardFacts, column: NewColumn): Promise<void> {
    if (column.position < board.columns.length) await this.columns.openGap(tx, board.id, column.position);
    await this.columns.insertNew(tx, [column]);
    if (columnTypes[column.type].numbersItems) {
      await this.values.numberItems(tx, board.id, column.id, firstNumber(column));
    }
    if (columnTypes[column.type].computedFrom !== undefined) {
      await this.computations.start(tx, board.id, [column.id]);
    }
  }

  /** The columns of new boards, which have no items yet. */
  async insertAll(tx: InTransaction<TenantContext>, columns: readonly NewColumn[]): Promise<void> {
    await this.columns.insertNew(tx, columns);
    const numbering = columns.filter(({ type }) => columnTypes[type].numbersItems);
    const counters = numbering.map((column) => ({ columnId: column.id, first: firstNumber(column) }));
    await this.values.startCounters(tx, counters);
    for (const { boardId } of columns) tx.transaction.touch(boardTopic(boardId));
  }
}

/** The number of the first item; only of types with `numbersItems`. */
export function firstNumber({ config }: Pick<NewColumn, 'config'>): number {
  return config['start'] as number;
}
