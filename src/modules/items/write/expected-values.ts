import { isDeepStrictEqual } from 'node:util';
import type { AppError } from '../../../kernel/app-error';
import type { ColumnId } from '../../../kernel/ids';
import { InvalidValue, type StoredValue } from '../../../column-types/column-type';
import { columnTypes } from '../../../column-types/types';
import { type PreviousValues, presentCell } from '../../columns';
import type { BoardFacts, ColumnFacts } from '../../hierarchy';
import { CellsChanged } from '../items.errors';

/** The value that a cell must have, in the form of the API; `path` is the place of the cell, for errors. */
export interface ExpectedValue {
  columnId: ColumnId;
  value: unknown;
  path: string;
}

/** CONFLICT with the current values, if the locked item has others. */
export function expectedValuesProblem(
  board: BoardFacts,
  held: PreviousValues,
  expected: readonly ExpectedValue[],
): AppError | null {
  const changed = expected.flatMap(({ columnId, value, path }) => {
    const column = board.columnsById.get(columnId)!;
    const stored = held[columnId] ?? null;
    if (isExpected(column, stored, value)) return [];
    const current = stored === null ? null : (presentedOf(board, columnId, stored) ?? null);
    return [{ path, message: `${column.name}: Has another value than expected`, current }];
  });
  return changed.length === 0 ? null : new CellsChanged(changed);
}

/** The form in which a value is read, and each form in which it can be written, are the same value. */
function isExpected(column: ColumnFacts, stored: StoredValue | null, value: unknown): boolean {
  if (value === null) return stored === null;
  const { present, parseValue, references, dependsOnPrevious, writable } = columnTypes[column.type];
  if (stored !== null && isDeepStrictEqual(present(stored, column.config), value)) return true;
  if (dependsOnPrevious === true || !writable) return false;
  try {
    const context = { now: new Date(0).toISOString(), userId: '', previous: stored };
    const parsed = parseValue(value, column.config, context);
    // An empty text, for example, is no value.
    if (parsed === null || stored === null) return parsed === stored;
    const ids = references(parsed)?.ids;
    return ids === undefined
      ? isDeepStrictEqual(parsed, stored)
      : isDeepStrictEqual(ids, references(stored)?.ids);
  } catch (rejection) {
    if (rejection instanceof InvalidValue) return false;
    throw rejection;
  }
}

function presentedOf(board: BoardFacts, columnId: ColumnId, stored: StoredValue): unknown {
  const text = presentCell(board, columnId, stored)?.text;
  return text === undefined ? undefined : JSON.parse(text);
}
