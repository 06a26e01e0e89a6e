import { type FilterOperators, operators } from './filter-operators';
import type { Operand } from './operand';
import { type AddParameter, type Narrow, negated, type Predicate } from '../predicate';

/** SQL of one key or a list of keys: labels, options, people, items. */
export interface ChoicePlace {
  /** SQL of a text, or of a JSON array of texts. */
  keys(add: AddParameter): string;
  isList: boolean;
  /** The keys that match one entry of a filter. Throws InvalidValue if none does. */
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
  const hasOneOf = (wanted: readonly string[], add: AddParameter) =>
    isList ? `${keys(add)} ?| ${add(wanted)}::text[]` : `${keys(add)} = any (${add(wanted)}::text[])`;
  const anyOf = (entries: string[][]) => {
    const wanted = distinct(entries.flat());
    return narrowed(wanted, (add) => hasOneOf(wanted, add));
  };
  /** A single key matches all entries; in a list each entry is matched by some key. */
  const allOf = (entries: string[][]) => {
    if (!isList) return anyOf([entries.reduce((left, entry) => left.filter((key) => entry.includes(key)))]);
    const single = distinct(entries.filter((entry) => entry.length === 1).flat());
    const several = entries.filter((entry) => entry.length > 1);
    return narrowed(entries[0]!, (add) =>
      [
        ...(single.length > 0 ? [`${keys(add)} ?& ${add(single)}::text[]`] : []),
        ...several.map((entry) => hasOneOf(entry, add)),
      ].join(' and '),
    );
  };
  /** Exactly these, in any order. */
  const is = (entries: string[][]) => {
    const met = allOf(entries);
    if (!isList) return met;
    const wanted = JSON.stringify(distinct(entries.flat()));
    return {
      ...met,
      test: (add: AddParameter) => `${met.test(add)} and ${keys(add)} <@ ${add(wanted)}::jsonb`,
    };
  };
  const each = (operand: Operand) => operand.many((input) => place.read(input, operand));
  const whole = (operand: Operand) =>
    operand.isList() ? each(operand) : [operand.one((input) => place.read(input, operand))];
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
