/** A part of a parsed expression; `position` is where it begins. */
export type Node =
  | { kind: 'literal'; value: number | string | boolean; position: number }
  | { kind: 'column'; name: string; position: number }
  | { kind: 'signed'; operand: Node; signs: Signs; position: number }
  | { kind: 'chain'; first: Node; links: readonly Link[]; position: number }
  | { kind: 'call'; name: string; parameters: readonly Node[]; position: number };

/** All that stands around one number, in one part: thousands of signs are long, not deep. */
export interface Signs {
  isNegated: boolean;
  /** How many percent signs follow. */
  percents: number;
}

/**
 * An operator and what stands right of it. Operators of one level make one flat chain: a sum of a thousand columns is
 * long, not deep.
 */
export interface Link {
  operator: string;
  operand: Node;
  /** Of the operator. */
  position: number;
}
