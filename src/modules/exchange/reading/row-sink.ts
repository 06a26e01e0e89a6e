import type { FileTable } from './file-table';

/** Takes the rows of a file, with their lines, as the file has them. */
export interface RowSink {
  /** `colors`: of the cells of a workbook, `#rrggbb`. */
  add(line: number, cells: string[], colors?: CellColors): void;
  /** Rejects a file without rows. */
  table(read: Pick<FileTable, 'encoding' | 'delimiter' | 'csv'>): FileTable;
}

/** The colors of a row's cells, by their indexes; absent where a cell is plain. */
export type CellColors = readonly (CellColor | undefined)[];

export interface CellColor {
  fill?: string;
  font?: string;
}
