import { InvalidInput } from '../../../kernel/app-error';
import type { ColumnId } from '../../../kernel/ids';
import type { FormulaConfig } from '../types/formula';
import { type BoardColumns, typeOf } from './computed-columns';

/**
 * Characters of all expressions of a board, as they are stored: hundreds of formulas of some columns each. All of them are
 * held in memory, ready to compute, wherever the board is.
 */
export const BOARD_EXPRESSIONS_MAX_LENGTH = 200_000;

/** Refuses an expression that makes those of its board too many, and none that is no longer than before. */
export function refuseTooMany(
  board: BoardColumns,
  columnId: ColumnId,
  expression: unknown,
  path: string,
): void {
  if (typeof expression !== 'string') return;
  const lengthOf = (of: ColumnId) => {
    const column = board.columnsById.get(of);
    if (!column || typeOf(column).computedFrom !== 'expression') return 0;
    return (column.config as FormulaConfig).expression.length;
  };
  const before = lengthOf(columnId);
  const total = board.columns.reduce((sum, { id }) => sum + lengthOf(id), expression.length - before);
  if (expression.length <= before || total <= BOARD_EXPRESSIONS_MAX_LENGTH) return;
  const most = BOARD_EXPRESSIONS_MAX_LENGTH.toLocaleString('en');
  throw InvalidInput.at(path, `The formulas of a board have at most ${most} characters together`);
}
