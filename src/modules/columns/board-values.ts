import type { BoardFacts, ColumnFacts } from '../hierarchy';
import type { ColumnConfig, ColumnTypeName, SortOrder, StoredValue } from './column-type';
import { computedColumns } from './computed/computed-columns';
import { compileFailuresPresenter, type FailuresPresenter } from './present-failures';
import { compileValuesPresenter, type PresentedColumn, type ValuesPresenter } from './present-values';
import type { PreviousValues } from './prepared-values';
import { columnTypes } from './types';

/** The presenter of a board's items; compile again when the board's facts change. */
export function compileBoardValues(board: BoardFacts): ValuesPresenter {
  return compileValuesPresenter(presented(board));
}

/** The presenter of what has failed in a board's items; compile again when the board's facts change. */
export function compileBoardFailures(board: BoardFacts): FailuresPresenter {
  return compileFailuresPresenter(presented(board));
}

function presented(board: BoardFacts): PresentedColumn[] {
  return board.columns.map((column) => ({
    id: column.id,
    type: column.type as ColumnTypeName,
    config: column.config as ColumnConfig,
  }));
}

/** Whether a change of these columns of an item changes more than them: results, or what others look at. */
export function isFollowed(board: BoardFacts, columnIds: readonly ColumnFacts['id'][]): boolean {
  const plan = computedColumns(board);
  const changing = [...columnIds, ...plan.changingWithEdits];
  return changing.some((id) => board.lookedAt.includes(id)) || plan.affectedBy(changing).length > 0;
}

/** Whether the column's cells are computed: those that wait for it may hold, and be indexed by, what it was before. */
export function holdsResults(column: ColumnFacts): boolean {
  return columnTypes[column.type as ColumnTypeName].kind === 'result';
}

/** How items sort by a column. */
export function sortOrderOf(column: ColumnFacts): SortOrder {
  return columnTypes[column.type as ColumnTypeName].sortOrder(column.config as ColumnConfig);
}

/** The columns that give each new item of the board a number. */
export function numberColumnsOf(board: BoardFacts): ColumnFacts['id'][] {
  return board.columns
    .filter((column) => columnTypes[column.type as ColumnTypeName].numbersItems)
    .map((column) => column.id);
}

/** The columns of which a copied item does not get everything. */
function copiedInPart(board: BoardFacts): ColumnFacts[] {
  return board.columns.filter((column) => columnTypes[column.type as ColumnTypeName].copied);
}

/** Whether copies of the board's items have all of their values. */
export function areCopiedWhole(board: BoardFacts): boolean {
  return copiedInPart(board).length === 0;
}

/** The values that a copy of an item begins with. */
export function copiedValues(board: BoardFacts, stored: PreviousValues): PreviousValues {
  const copied: Record<string, StoredValue> = { ...stored };
  for (const { id, type } of copiedInPart(board)) {
    const value = stored[id];
    if (value !== undefined) copied[id] = columnTypes[type as ColumnTypeName].copied!(value);
  }
  return copied;
}
