/** One condition of a filter in its input form; `path` is its path in the input, for errors. */
export interface FilterCondition {
  columnId: string;
  operator: string;
  /** Undefined when omitted. */
  value: unknown;
  path: string;
}

/** Conditions combined with AND or OR. */
export type FilterNode = FilterCondition | { and: readonly FilterNode[] } | { or: readonly FilterNode[] };
