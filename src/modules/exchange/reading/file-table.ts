import type { CsvReading } from './csv-reading';
import type { Layout } from './layout';

/** The content of a file of any format: a header and rows of texts. */
export interface FileTable {
  /** How it was read, for the report; null where the format leaves no choice. */
  encoding: string | null;
  delimiter: string | null;
  /** How the file can be read again row by row; null for a workbook. */
  csv: CsvReading | null;
  header: string[];
  /** The indexes of the columns among all cells of a row in the file. */
  columns: number[];
  /** As many cells each as the header has. */
  rows: string[][];
  /** For each row the line of the file, or the row of the sheet, that it begins at, from 1. */
  lines: number[];
  /** Rows that have more or fewer cells than the header; they are not among `rows`. */
  ragged: RaggedRow[];
  /** The number of rows that are no items: titles, further headers and sums. */
  ignored: number;
  /** For each row the index of the row of its parent, or -1; absent if only cells can name parents. */
  parents?: number[];
  /** The colors of a workbook: of groups by name, and of the texts of each column by its header. */
  colors?: TableColors;
}

export interface TableColors {
  groups: ReadonlyMap<string, string>;
  texts: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

export interface RaggedRow {
  line: number;
  cells: number;
}

/** A row of a file that is read row by row; see FileTable. */
export interface FileRow {
  line: number;
  cells: string[];
}

export interface FileLimits {
  rows: number;
  cells: number;
  /** All cells together. */
  characters: number;
}

/** A file above these limits is not read as a table; they bound the memory of an import to some hundred megabytes. */
export const FILE_LIMITS: FileLimits = { rows: 100_000, cells: 3_000_000, characters: 64 * 1024 * 1024 };
/** The limits of a text file that is read row by row; they bound the duration of the import's transaction. */
export const STREAM_LIMITS: FileLimits = {
  rows: 1_000_000,
  cells: 20_000_000,
  characters: Number.POSITIVE_INFINITY,
};

export const FILE_COLUMNS_MAX = 200;
export const ROW_MAX_CHARACTERS = 1_000_000;

/** A product repeats a header for each value of an issue, hundreds of times. */
const REPEATED_COLUMNS_MAX = 2_000;

/** The columns that a row of the file can have. */
export function columnsMax(layout: Layout | undefined): number {
  return layout === 'merged' ? REPEATED_COLUMNS_MAX : FILE_COLUMNS_MAX;
}
