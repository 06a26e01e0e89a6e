import { type FilterOperators, operators } from './filter-operators';
import type { Operand } from './operand';
import { type AddParameter, type Narrow, negated, type Predicate } from './predicate';

/** Where one key, or a list of keys, stands: labels, options, people, items. */
export interface ChoicePlace {
  /** SQL of a text, or of a JSON array of texts. */
  keys(add: AddParameter): string;
  isList: boolean;
  /** The keys that one entry of a filter stands for. Throws ValueRefused. */
  read(input: unknown, operand: Operand): string[];
  /** Items that have one of these keys. */
  having?(keys: readonly string[]): Narrow;
}

/** Operators of choices, people and references (contract §6). */
export function choiceFilter(place: ChoicePlace): FilterOperators {
  const { keys, isList } = place;
  const narrowed = (wanted: readonly string[], test: Predicate['test']): Predicate => ({
    test,
    narrow: place.having?.(wanted),
  });
  const anyOf = (wanted: string[]) =>
    narrowed(wanted, (add) =>
      isList ? `${keys(add)} ?| ${add(wanted)}::text[]` : `${keys(add)} = any (${add(wanted)}::text[])`,
    );
  const allOf = (wanted: string[]) =>
    narrowed(wanted.slice(0, 1), (add) =>
      isList ? `${keys(add)} ?& ${add(wanted)}::text[]` : `${keys(add)} = all (${add(wanted)}::text[])`,
    );
  /** Exactly these, in any order. */
  const is = (wanted: string[]) =>
    isList
      ? narrowed(
          wanted.slice(0, 1),
          (add) =>
            `${allOf(wanted).test(add)} and jsonb_array_length(${keys(add)}) = ${add(wanted.length)}::int`,
        )
      : allOf(wanted);
  const each = (operand: Operand) => distinct(operand.many((input) => place.read(input, operand)).flat());
  const whole = (operand: Operand) =>
    operand.isList() ? each(operand) : distinct(operand.one((input) => place.read(input, operand)));
  return operators({
    is: (operand) => is(whole(operand)),
    is_not: (operand) => negated(is(whole(operand))),
    any_of: (operand) => anyOf(each(operand)),
    none_of: (operand) => negated(anyOf(each(operand))),
    all_of: (operand) => allOf(each(operand)),
  });
}

function distinct(keys: readonly string[]): string[] {
  return [...new Set(keys)];
}
