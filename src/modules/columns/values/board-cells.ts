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
  const cells = board.columns.map((column) => compileCell(column, board.baseUrl));
  return {
    cellsOf: (values, times, loaded) => {
      const row: (Cell | null)[] = [];
      for (const cell of cells) row.push(cell(values, times, loaded));
      return row;
    },
    membersIn: (values) =>
      board.columns.flatMap(({ id, type }) => {
        const stored = values[id];
        const references = stored === undefined ? null : columnTypes[type].references(stored);
        return references?.noun === 'member' ? references.ids : [];
      }),
  };
}

type CellOf = (values: StoredValues, times: ItemTimes, loaded: LoadedReferences) => Cell | null;

/** A function per column: what the column alone decides is not decided again for each cell. */
function compileCell({ id, type: name, config }: ColumnFacts, baseUrl: string): CellOf {
  const type = columnTypes[name];
  const { by } = type.sortOrder(config);
  // Columns that show a time of the item itself store nothing.
  if (by === 'createdAt' || by === 'updatedAt')
    return (_values, times, loaded) => cellOf(times[by], type, config, loaded);
  const cell = compileStored(type, config, baseUrl);
  return (values, _times, loaded) => {
    const stored = values[id];
    return stored === undefined ? null : cell(stored, loaded);
  };
}

function compileStored(
  type: ColumnType,
  config: ColumnConfig,
  baseUrl: string,
): (stored: StoredValue, loaded: LoadedReferences) => Cell | null {
  // With URLs, so that an import can find the files again.
  if (type.name === 'file') return (stored) => textCell(fileText(stored as FileRecord[], baseUrl));
  const cell = (stored: StoredValue, loaded: LoadedReferences) => cellOf(stored, type, config, loaded);
  return type.kind === 'option' ? remembered(cell) : cell;
}

/** Distinct values of a column whose cells are remembered; a config has at most 500 options. */
const MAX_REMEMBERED = 1_000;

/** A board shows the same few choices in all of its items. Lists of choices are not remembered. */
function remembered(
  cell: (stored: StoredValue, loaded: LoadedReferences) => Cell | null,
): (stored: StoredValue, loaded: LoadedReferences) => Cell | null {
  const cells = new Map<StoredValue, Cell | null>();
  return (stored, loaded) => {
    if (typeof stored !== 'string') return cell(stored, loaded);
    let known = cells.get(stored);
    if (known === undefined) {
      known = cell(stored, loaded);
      if (cells.size < MAX_REMEMBERED) cells.set(stored, known);
    }
    return known;
  };
}

function cellOf(
  stored: StoredValue,
  type: ColumnType,
  config: ColumnConfig,
  loaded: LoadedReferences,
): Cell | null {
  const text = type.toText(stored, config, loaded);
  // A number with a prefix is text to a spreadsheet.
  if (typeof stored === 'number' && (type.toText === plainDecimal || text === plainDecimal(stored)))
    return { as: 'number', text, number: stored };
  if (typeof stored === 'boolean') return { as: 'boolean', text, boolean: stored };
  if (type.kind === 'instant' && typeof stored === 'string') return { as: 'instant', text, instant: stored };
  return textCell(text);
}

function textCell(text: string): Cell | null {
  return text === '' ? null : { as: 'text', text };
}
