import { InvalidInput } from '../../../kernel/app-error';
import type { ColumnId } from '../../../kernel/ids';
import { type BoardColumns, formulaConfigOf } from './computed-columns';

/**
 * Characters of all expressions of a board in their stored form: hundreds of formulas of some columns each. All
 * of them are compiled in memory wherever the board is in use.
 */
export const BOARD_EXPRESSIONS_MAX_LENGTH = 200_000;

/** Rejects an expression that exceeds the limit of its board, unless it is no longer than before. */
export function assertWithinLimit(
  board: BoardColumns,
  columnId: ColumnId,
  expression: unknown,
  path: string,
): void {
  if (typeof expression !== 'string') return;
  const lengthOf = (of: ColumnId) => {
    const column = board.columnsById.get(of);
    return (column && formulaConfigOf(column)?.expression.length) ?? 0;
  };
  const before = lengthOf(columnId);
  const total = board.columns.reduce((sum, { id }) => sum + lengthOf(id), expression.length - before);
  if (expression.length <= before || total <= BOARD_EXPRESSIONS_MAX_LENGTH) return;
  const most = BOARD_EXPRESSIONS_MAX_LENGTH.toLocaleString('en');
  throw InvalidInput.at(path, `The formulas of a board can have at most ${most} characters in total`);
}
