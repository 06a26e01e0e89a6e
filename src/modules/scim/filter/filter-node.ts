export const COMPARISONS = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const;
export type Comparison = (typeof COMPARISONS)[number];

export type FilterValue = string | number | boolean | null;

/** A filter as it was written (RFC 7644, 3.4.2.2). Names of attributes are in lower case and without their schema. */
export type FilterNode =
  | { kind: 'and' | 'or'; nodes: FilterNode[] }
  | { kind: 'not'; node: FilterNode }
  | { kind: 'present'; attribute: string }
  | { kind: 'compare'; attribute: string; operator: Comparison; value: FilterValue }
  /** `emails[type eq "work"]`: names inside are those of one of the attribute's values. */
  | { kind: 'values'; attribute: string; node: FilterNode };
