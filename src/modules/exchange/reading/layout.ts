import { FILE_COLUMNS_MAX } from './file-table';

/** How the rows of a file are a table. Plain words, so that a job can store them. */
export const LAYOUTS = ['table', 'merged', 'blocks'] as const;
/**
 * table: one header, whose names differ. merged: one header; cells under equal names are one list. blocks: a title, a header and
 * items for each group, with sub-items under headers of their own.
 */
export type Layout = (typeof LAYOUTS)[number];

/** A product repeats a header for each value of an issue, hundreds of times. */
const REPEATED_COLUMNS_MAX = 2_000;

/** The columns that a row of the file can have. */
export function columnsMax(layout: Layout | undefined): number {
  return layout === 'merged' ? REPEATED_COLUMNS_MAX : FILE_COLUMNS_MAX;
}
