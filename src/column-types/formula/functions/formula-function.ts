import type { Evaluation } from '../evaluation';
import type { FormulaValue } from '../formula-value';
import type { Need, StaticType } from '../static-type';

/** A part of an expression that can be evaluated. */
export type Operand = (run: Evaluation) => FormulaValue;

/** A function of the language; its name is in upper case. */
export interface FormulaFunction {
  readonly name: string;
  /** The accepted number of parameters, in words that follow "takes"; null if the count is valid. */
  rejectCount(count: number): string | null;
  /** The type that the parameter at the index requires. */
  need(index: number): Need;
  resultType(types: readonly StaticType[]): StaticType;
  readonly readsClock?: boolean;
  /** The number of operands is valid; the function decides which of them to evaluate. */
  bind(operands: readonly Operand[]): Operand;
}

/** The accepted range of a number of parameters, in words. */
export function countInWords(least: number, most: number): string {
  const range = most === least ? `${least}` : most === Infinity ? `at least ${least}` : `${least} to ${most}`;
  return `${range} ${range === '1' || range === 'at least 1' ? 'value' : 'values'}`;
}
