/** The number and date formats of one column of a file. */
export interface CellFormat {
  decimalMark: '.' | ',';
  /** The order of day and month in a date such as 3/4/2026. */
  dateOrder: 'dmy' | 'mdy';
}

export const DEFAULT_CELL_FORMAT: CellFormat = { decimalMark: '.', dateOrder: 'mdy' };

export const DATE_ORDERS = ['mdy', 'dmy'] as const;
