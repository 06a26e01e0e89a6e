/** A part of a parsed expression; `position` is its start. */
export type Node =
  | { kind: 'literal'; value: number | string | boolean; position: number }
  | { kind: 'column'; name: string; position: number }
  | { kind: 'signed'; operand: Node; signs: Signs; position: number }
  | { kind: 'chain'; first: Node; links: readonly Link[]; position: number }
  | { kind: 'call'; name: string; parameters: readonly Node[]; position: number };

/** All signs of one operand in one node, so that thousands of signs do not nest. */
export interface Signs {
  isNegated: boolean;
  /** The number of percent signs that follow. */
  percents: number;
}

/**
 * An operator and its right operand. Operators of one precedence form one flat chain, so that a sum of a thousand
 * columns does not nest.
 */
export interface Link {
  operator: string;
  operand: Node;
  /** The position of the operator. */
  position: number;
}
