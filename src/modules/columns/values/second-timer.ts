import { InvalidInput } from '../../../kernel/app-error';
import type { BoardFacts, ColumnFacts } from '../../hierarchy';
import type { StoredValue } from '../../../column-types/column-type';
import { typeOf } from '../computed/computed-columns';
import type { PreviousValues } from './prepared-values';

interface WrittenValue {
  column: ColumnFacts;
  stored: StoredValue | null;
  path: string;
}

/**
 * A user has at most one running timer on an item across its columns (contract §6): starting another is
 * rejected.
 */
export function rejectSecondTimer(
  board: BoardFacts,
  written: readonly WrittenValue[],
  before: PreviousValues,
  userId: string,
): void {
  const runs = (column: ColumnFacts, stored: StoredValue | null | undefined) =>
    stored !== null && stored !== undefined && typeOf(column).timerRunsFor?.(stored, userId) === true;
  for (const { column, stored, path } of written) {
    if (!runs(column, stored) || runs(column, before[column.id])) continue;
    const other = board.columns.find((candidate) => {
      if (candidate.id === column.id) return false;
      const change = written.find((value) => value.column.id === candidate.id);
      return runs(candidate, change ? change.stored : before[candidate.id]);
    });
    if (other) throw InvalidInput.at(path, `${column.name}: your timer is running in ${other.name}`);
  }
}
