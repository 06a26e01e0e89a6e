import { parseNumber } from '../../../../column-types/values/parse-number';
import { type FilterOperators, operators } from './filter-operators';
import { type AddParameter, type Narrow, negated, type Predicate } from '../predicate';

/** SQL of a number. */
export interface NumberPlace {
  number(add: AddParameter): string;
  /** Rows of the index whose key satisfies the comparison. */
  keyed?(condition: (key: string, add: AddParameter) => string): Narrow;
}

/** Operators of fields that sort as numbers (contract §6). */
export function numberFilter(place: NumberPlace): FilterOperators {
  const where = (condition: (number: string, add: AddParameter) => string): Predicate => ({
    test: (add) => condition(place.number(add), add),
    narrow: place.keyed?.(condition),
  });
  const compare = (sign: string) => (value: number) =>
    where((number, add) => `${number} ${sign} ${add(value)}::double precision`);
  const is = compare('=');
  const among = (values: readonly number[]) =>
    where((number, add) => `${number} = any (${add(values)}::double precision[])`);
  return operators({
    is: (operand) => is(operand.one(parseNumber)),
    is_not: (operand) => negated(is(operand.one(parseNumber))),
    any_of: (operand) => among(operand.many(parseNumber)),
    none_of: (operand) => negated(among(operand.many(parseNumber))),
    gt: (operand) => compare('>')(operand.one(parseNumber)),
    gte: (operand) => compare('>=')(operand.one(parseNumber)),
    lt: (operand) => compare('<')(operand.one(parseNumber)),
    lte: (operand) => compare('<=')(operand.one(parseNumber)),
    between: (operand) => {
      const [from, to] = operand.pair(parseNumber, (value) => value);
      return where(
        (number, add) =>
          `${number} >= ${add(from)}::double precision and ${number} <= ${add(to)}::double precision`,
      );
    },
  });
}
