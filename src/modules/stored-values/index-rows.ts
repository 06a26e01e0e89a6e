import type { IndexEntry } from '../../column-types/column-type';

/** Rows of item_values, one array for each column of the table. */
export interface IndexRows {
  columnIds: string[];
  ordinals: number[];
  numberKeys: (number | null)[];
  textKeys: (string | null)[];
  refs: (string | null)[];
}

/** Adds the rows of one value. */
export function addEntries(rows: IndexRows, columnId: string, entries: readonly IndexEntry[]): void {
  for (const entry of entries) {
    rows.columnIds.push(columnId);
    rows.ordinals.push(entry.ordinal);
    rows.numberKeys.push(entry.numberKey);
    rows.textKeys.push(entry.textKey);
    rows.refs.push(entry.ref);
  }
}

export function noEntries(): IndexRows {
  return { columnIds: [], ordinals: [], numberKeys: [], textKeys: [], refs: [] };
}
