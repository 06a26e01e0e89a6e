/** One condition of a filter as its author wrote it; `path` says where it stands, for errors. */
export interface FilterCondition {
  columnId: string;
  operator: string;
  /** Undefined when it was left out. */
  value: unknown;
  path: string;
}

/** Conditions that must all hold, or of which one must. */
export type FilterNode = FilterCondition | { and: readonly FilterNode[] } | { or: readonly FilterNode[] };
