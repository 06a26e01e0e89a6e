import type { ColumnId } from '../../../kernel/ids';
import type { BoardFacts } from '../../hierarchy';
import { typeOf } from '../computed/computed-columns';
import { isColumnOf } from '../values/prepare-values.service';

/** A value of an input, for a column of the board. */
export interface GivenValue {
  columnId: string;
  value: unknown;
  /** In the input, for errors. */
  path: string;
}

/** A name that no label or option of the column has, and the first value that contains it. */
export interface MissingLabel {
  name: string;
  path: string;
}

/** The names in values that no label or option of their column has, each once, by column. */
export function missingLabels(
  board: BoardFacts,
  values: readonly GivenValue[],
): Map<ColumnId, MissingLabel[]> {
  const missing = new Map<ColumnId, MissingLabel[]>();
  const known = new Map<ColumnId, Set<string>>();
  for (const { columnId, value, path } of values) {
    const column = isColumnOf(board, columnId);
    const list = column && typeOf(column).labelList;
    if (!column || !list) continue;
    const names =
      known.get(column.id) ?? new Set(list.entries(column.config).map(({ name }) => name.toLowerCase()));
    known.set(column.id, names);
    // An empty text names nothing: the value is rejected.
    for (const name of list.namesIn(value).filter((each) => each !== '')) {
      if (names.has(name.toLowerCase())) continue;
      names.add(name.toLowerCase());
      missing.set(column.id, [...(missing.get(column.id) ?? []), { name, path }]);
    }
  }
  return missing;
}
