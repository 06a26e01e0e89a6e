/** How the rows of a file are a table. Plain words, so that a job can store them. */
export const LAYOUTS = ['table', 'merged', 'blocks'] as const;
/**
 * table: one header, whose names differ. merged: one header; cells under equal names are one list. blocks: a title, a header and
 * items for each group, with sub-items under headers of their own.
 */
export type Layout = (typeof LAYOUTS)[number];
