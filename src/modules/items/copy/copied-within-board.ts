import type { StoredValue } from '../../../column-types/column-type';
import { copiedValues, isUnique, type PreviousValues } from '../../columns';
import type { BoardFacts } from '../../hierarchy';

/** The values of a copy on the same board: without those of unique columns, which the original has. */
export function copiedWithinBoard(board: BoardFacts, values: PreviousValues): Record<string, StoredValue> {
  const stored: Record<string, StoredValue> = { ...copiedValues(board, values) };
  for (const column of board.columns.filter(isUnique)) delete stored[column.id];
  return stored;
}
