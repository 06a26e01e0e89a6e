import type { Operand } from './operand';
import type { Predicate } from '../predicate';

/** Compiles an operator with its value. */
export type FilterOperator = (operand: Operand) => Predicate;

/** The operators that a field accepts, by name. */
export type FilterOperators = ReadonlyMap<string, FilterOperator>;

export function operators(entries: Readonly<Record<string, FilterOperator>>): FilterOperators {
  return new Map(Object.entries(entries));
}
