/** Kinds of records that are found. Comments join when there are any: one more source of documents. */
export const SEARCH_TYPES = ['item', 'board', 'project', 'comment'] as const;
export type SearchType = (typeof SEARCH_TYPES)[number];
