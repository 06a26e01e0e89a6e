/** The content of a file of any format: a header and rows of texts. */
export interface FileTable {
  /** How it was read, for the report; null where the format leaves no choice. */
  encoding: string | null;
  delimiter: string | null;
  header: string[];
  /** As many cells each as the header has. */
  rows: string[][];
  /** For each row the line of the file, or the row of the sheet, that it begins at, from 1. */
  lines: number[];
  /** Rows that have more or fewer cells than the header; they are not among `rows`. */
  ragged: RaggedRow[];
}

export interface RaggedRow {
  line: number;
  cells: number;
}

/** A file above these limits is rejected; they bound the memory of an import to some hundred megabytes. */
export const ROWS_MAX = 100_000;
export const FILE_COLUMNS_MAX = 200;
export const ROW_MAX_CHARACTERS = 1_000_000;
export const CELLS_MAX = 3_000_000;
/** All cells together. */
export const TEXT_MAX_CHARACTERS = 64 * 1024 * 1024;
