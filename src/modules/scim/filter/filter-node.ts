export const COMPARISONS = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const;
export type Comparison = (typeof COMPARISONS)[number];

export type FilterValue = string | number | boolean | null;

/** A parsed filter (RFC 7644, 3.4.2.2). Attribute names are in lower case and without their schema. */
export type FilterNode =
  | { kind: 'and' | 'or'; nodes: FilterNode[] }
  | { kind: 'not'; node: FilterNode }
  | { kind: 'present'; attribute: string }
  | { kind: 'compare'; attribute: string; operator: Comparison; value: FilterValue }
  /** `emails[type eq "work"]`: the names in the brackets are sub-attributes of one value of the attribute. */
  | { kind: 'values'; attribute: string; node: FilterNode };
