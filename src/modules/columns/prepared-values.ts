import type { IndexEntry, StoredValue } from './column-type';

/** Values of one item, checked and in the form that item_create and item_set_values take. */
export interface PreparedValues {
  /** Stored forms by column id. */
  set: Record<string, StoredValue>;
  /** Columns that become empty. */
  cleared: string[];
  /** Every column in `set` and `cleared`. */
  touched: string[];
  /** Rows of item_values, a column of the table each. */
  entries: IndexRows;
  /**
   * False when each touched column keeps exactly its row of ordinal 0, so that no other row can be left over.
   */
  needsSweep: boolean;
}

export interface IndexRows {
  columnIds: string[];
  ordinals: number[];
  numberKeys: (number | null)[];
  textKeys: (string | null)[];
  refs: (string | null)[];
}

/** The item as it was, for types whose next value depends on it. */
export type PreviousValues = Readonly<Record<string, StoredValue>>;

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
