/** Types of records that search returns. */
export const SEARCH_TYPES = ['item', 'board', 'project', 'comment'] as const;
export type SearchType = (typeof SEARCH_TYPES)[number];
