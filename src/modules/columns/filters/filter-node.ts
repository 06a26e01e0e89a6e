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

/** A condition whose column can be given by its name. */
export interface GivenCondition extends Omit<FilterCondition, 'columnId'> {
  columnId?: string;
  columnName?: string;
}

/** Conditions of an input, before the names in them are resolved. */
export type GivenFilterNode =
  GivenCondition | { and: readonly GivenFilterNode[] } | { or: readonly GivenFilterNode[] };
