import { ValueRefused } from '../column-type';
import { type FilterOperators, operators } from './filter-operators';
import { type AddParameter, negated, type Predicate } from './predicate';

/** Operators of checkboxes. A box that was never set is empty, which is neither true nor false. */
export function flagFilter(flag: (add: AddParameter) => string): FilterOperators {
  const is = (value: boolean): Predicate => ({ test: (add) => `${flag(add)} = ${add(value)}::boolean` });
  return operators({
    is: (operand) => is(operand.one(readFlag)),
    is_not: (operand) => negated(is(operand.one(readFlag))),
  });
}

function readFlag(input: unknown): boolean {
  if (typeof input !== 'boolean') throw new ValueRefused('Must be true or false');
  return input;
}
