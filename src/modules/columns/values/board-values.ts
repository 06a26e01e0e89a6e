import type { BoardFacts, ColumnFacts } from '../../hierarchy';
import type { ColumnType, SortOrder, StoredValue } from '../../../column-types/column-type';
import { computedColumns } from '../computed/computed-columns';
import { compileFailuresPresenter, type FailuresPresenter } from './present-failures';
import {
  type CellPresenter,
  compileCellPresenter,
  compileValuesPresenter,
  type PresentedColumn,
  type ValuesPresenter,
} from './present-values';
import type { PreviousValues } from './prepared-values';
import { columnTypes } from '../../../column-types/types';

/** What of the cells a list shows: all columns unless some are named, and labels as ids if compact. */
export interface CellSelection {
  columnIds: ReadonlySet<ColumnFacts['id']> | null;
  isCompact: boolean;
}

export const ALL_CELLS: CellSelection = { columnIds: null, isCompact: false };

/** The presenter of a board's items; compile again when the board's facts change. */
export function compileBoardValues(board: BoardFacts, selection = ALL_CELLS): ValuesPresenter {
  return compileValuesPresenter(presented(board, selection), board.baseUrl, selection);
}

/** The presenter of single values of a board's items; compile again when the board's facts change. */
export function compileBoardCell(board: BoardFacts): CellPresenter {
  return compileCellPresenter(presented(board), board.baseUrl);
}

/** The presenter of the errors of a board's items; compile again when the board's facts change. */
export function compileBoardFailures(board: BoardFacts, selection = ALL_CELLS): FailuresPresenter {
  return compileFailuresPresenter(presented(board, selection));
}

function presented(board: BoardFacts, { columnIds } = ALL_CELLS): PresentedColumn[] {
  return board.columns
    .filter(({ id }) => columnIds === null || columnIds.has(id))
    .map((column) => ({
      id: column.id,
      type: column.type,
      config: column.config,
    }));
}

/** Whether a change of these columns of an item also changes results, or cells that lookups read and that have no event. */
export function isFollowed(board: BoardFacts, columnIds: readonly ColumnFacts['id'][]): boolean {
  const plan = computedColumns(board);
  const { changingWithEdits } = plan;
  return (
    changingWithEdits.some((id) => board.lookedAt.includes(id)) ||
    plan.affectedBy([...columnIds, ...changingWithEdits]).length > 0
  );
}

/** Whether the column's cells are computed: pending cells can contain, and be indexed by, an earlier result. */
export function holdsResults(column: ColumnFacts): boolean {
  return columnTypes[column.type].kind === 'result';
}

/** How items sort by a column. */
export function sortOrderOf(column: ColumnFacts): SortOrder {
  return columnTypes[column.type].sortOrder(column.config);
}

/** The columns that assign a number to each new item of the board. */
export function numberColumnsOf(board: BoardFacts): ColumnFacts['id'][] {
  return board.columns
    .filter((column) => columnTypes[column.type].firstNumber !== undefined)
    .map((column) => column.id);
}

/** Whether the copy of a cell can name an item, by the scope of its column. */
export type CanNameItem = (itemId: string, scope: NonNullable<ColumnType['itemScope']>) => boolean;

/** Whether the copy of a board gets the values of its items unchanged. */
export function areCopiedWhole(board: BoardFacts): boolean {
  return board.columns.every((column) => {
    const { copied, itemScope } = columnTypes[column.type];
    return copied === undefined && itemScope === undefined;
  });
}

/** The initial values of an item's copy, without the named items that `canName` rejects. */
export function copiedValues(
  board: BoardFacts,
  stored: PreviousValues,
  canName: CanNameItem = () => true,
): PreviousValues {
  const values: Record<string, StoredValue> = { ...stored };
  for (const column of board.columns) {
    const { copied, itemScope } = columnTypes[column.type];
    const value = stored[column.id];
    if (value === undefined) continue;
    if (copied) values[column.id] = copied(value);
    if (itemScope === undefined) continue;
    const named = (value as string[]).filter((id) => canName(id, itemScope));
    if (named.length > 0) values[column.id] = named;
    else delete values[column.id];
  }
  return values;
}
