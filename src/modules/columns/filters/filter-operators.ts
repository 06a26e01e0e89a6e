import type { Operand } from './operand';
import type { Predicate } from './predicate';

/** What an operator makes of the value beside it. */
export type FilterOperator = (operand: Operand) => Predicate;

/** The operators that a field takes, by name. */
export type FilterOperators = ReadonlyMap<string, FilterOperator>;

export function operators(entries: Readonly<Record<string, FilterOperator>>): FilterOperators {
  return new Map(Object.entries(entries));
}
