import type { BoardFacts, ColumnFacts } from '../hierarchy';
import type { ColumnConfig, ColumnTypeName, SortOrder } from './column-type';
import { compileValuesPresenter, type ValuesPresenter } from './present-values';
import { columnTypes } from './types';

/** The presenter of a board's items; compile again when the board's facts change. */
export function compileBoardValues(board: BoardFacts): ValuesPresenter {
  return compileValuesPresenter(
    board.columns.map((column) => ({
      id: column.id,
      type: column.type as ColumnTypeName,
      config: column.config as ColumnConfig,
    })),
  );
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
