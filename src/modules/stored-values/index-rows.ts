import type { IndexEntry } from '../../column-types/column-type';
import type { RecordKey } from '../../kernel/record-key';

/** Rows of item_values, one array for each column of the table. */
export interface IndexRows {
  columnKeys: RecordKey[];
  ordinals: number[];
  numberKeys: (number | null)[];
  textKeys: (string | null)[];
  refs: (string | null)[];
}

/** Adds the rows of one value. */
export function addEntries(rows: IndexRows, columnKey: RecordKey, entries: readonly IndexEntry[]): void {
  for (const entry of entries) {
    rows.columnKeys.push(columnKey);
    rows.ordinals.push(entry.ordinal);
    rows.numberKeys.push(entry.numberKey);
    rows.textKeys.push(entry.textKey);
    rows.refs.push(entry.ref);
  }
}

export function noEntries(): IndexRows {
  return { columnKeys: [], ordinals: [], numberKeys: [], textKeys: [], refs: [] };
}
