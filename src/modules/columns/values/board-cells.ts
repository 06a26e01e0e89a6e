import { fileText } from '../../../column-types/cells/file-text';
import { plainDecimal } from '../../../column-types/values/plain-decimal';
import type { BoardFacts, ColumnFacts } from '../../hierarchy';
import {
  type ColumnConfig,
  type ColumnType,
  type FileRecord,
  type LoadedReferences,
  type StoredValue,
} from '../../../column-types/column-type';
import type { ItemTimes } from './present-values';
import { columnTypes } from '../../../column-types/types';

/** The content of one cell of a table: its text, and the typed value if tables have such a type. */
export type Cell =
  | { as: 'text'; text: string }
  | { as: 'number'; text: string; number: number }
  | { as: 'boolean'; text: string; boolean: boolean }
  | { as: 'instant'; text: string; instant: string };

type StoredValues = Readonly<Record<string, StoredValue | undefined>>;

export interface BoardCells {
  /** A cell per column, in board order; null for an empty one. */
  cellsOf(values: StoredValues, times: ItemTimes, loaded: LoadedReferences): (Cell | null)[];
  /** The members that values name; `loaded` should contain their names. */
  membersIn(values: StoredValues): string[];
}

/** Presents a board's items as rows of a table; compile again when the board's facts change. */
export function compileBoardCells(board: BoardFacts): BoardCells {
  const columns = board.columns.map((column) => ({
    column,
    type: columnTypes[column.type],
  }));
  return {
    cellsOf: (values, times, loaded) =>
      columns.map(({ column, type }) => {
        const stored = storedOf(column, type, values, times);
        if (stored === undefined) return null;
        // With URLs, so that an import can find the files again.
        if (type.name === 'file') return textCell(fileText(stored as FileRecord[], board.baseUrl));
        return cellOf(stored, type, column.config, loaded);
      }),
    membersIn: (values) =>
      columns.flatMap(({ column, type }) => {
        const stored = values[column.id];
        const references = stored === undefined ? null : type.references(stored);
        return references?.noun === 'member' ? references.ids : [];
      }),
  };
}

/** Columns that show a time of the item itself store nothing. */
function storedOf(
  column: ColumnFacts,
  type: ColumnType,
  values: StoredValues,
  times: ItemTimes,
): StoredValue | undefined {
  const { by } = type.sortOrder(column.config);
  return by === 'createdAt' || by === 'updatedAt' ? times[by] : values[column.id];
}

function cellOf(
  stored: StoredValue,
  type: ColumnType,
  config: ColumnConfig,
  loaded: LoadedReferences,
): Cell | null {
  const text = type.toText(stored, config, loaded);
  // A number with a prefix is text to a spreadsheet.
  if (typeof stored === 'number' && text === plainDecimal(stored))
    return { as: 'number', text, number: stored };
  if (typeof stored === 'boolean') return { as: 'boolean', text, boolean: stored };
  if (type.kind === 'instant' && typeof stored === 'string') return { as: 'instant', text, instant: stored };
  return textCell(text);
}

function textCell(text: string): Cell | null {
  return text === '' ? null : { as: 'text', text };
}
