import { InvalidValue } from '../../../../column-types/column-type';
import { type FilterOperators, operators } from './filter-operators';
import { type AddParameter, negated, type Predicate } from '../predicate';

/** Operators of checkboxes. A checkbox that was never set is empty, which is neither true nor false. */
export function booleanFilter(flag: (add: AddParameter) => string): FilterOperators {
  const is = (value: boolean): Predicate => ({ test: (add) => `${flag(add)} = ${add(value)}::boolean` });
  return operators({
    is: (operand) => is(operand.one(readFlag)),
    is_not: (operand) => negated(is(operand.one(readFlag))),
  });
}

function readFlag(input: unknown): boolean {
  if (typeof input !== 'boolean') throw new InvalidValue('Must be true or false');
  return input;
}
