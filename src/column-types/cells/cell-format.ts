/** How the cells of one column of a file are written. */
export interface CellFormat {
  decimalMark: '.' | ',';
  /** What the first two numbers of a date such as 3/4/2026 are. */
  dateOrder: 'dmy' | 'mdy';
}

export const DEFAULT_CELL_FORMAT: CellFormat = { decimalMark: '.', dateOrder: 'mdy' };
