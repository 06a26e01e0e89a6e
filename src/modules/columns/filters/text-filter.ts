import { ValueRefused } from '../column-type';
import { naturalKey } from '../kinds/natural-key';
import { type FilterOperators, operators } from './filter-operators';
import { type AddParameter, type Narrow, negated, type Predicate } from './predicate';

const MAX_LENGTH = 1_000;
/** The index knows three letters at a time; shorter texts are in too many names for one to help. */
export const MIN_GRAM_LENGTH = 3;
/** Longer prefixes reach beyond what a sort key keeps of a text. */
const MAX_PREFIX_LENGTH = 100;

/** Where a text stands: its SQL, already in lower case, and the indexes that know something of it. */
export interface TextPlace {
  text(add: AddParameter): string;
  isMarkup?: boolean;
  /** Rows whose natural sort key is between two keys, both included. */
  keyBetween?(from: string, to: string): Narrow;
  /** Rows whose text holds a part, by its grams. */
  holding?(part: string): Narrow;
}

/** Operators of what sorts as text (contract §6); case is ignored. */
export function textFilter(place: TextPlace): FilterOperators {
  const compare =
    (sql: (text: string, value: string) => string) =>
    (value: string): Predicate => ({
      test: (add) => sql(place.text(add), `lower(${add(value)}::text)`),
      readsMarkup: place.isMarkup,
    });
  const is = compare((text, value) => `${text} = ${value}`);
  const contains = compare((text, value) => `strpos(${text}, ${value}) > 0`);
  const startsWith = compare((text, value) => `starts_with(${text}, ${value})`);
  const endsWith = compare((text, value) => `right(${text}, length(${value})) = ${value}`);
  const withGrams = (predicate: Predicate, value: string): Predicate =>
    place.holding && [...value].length >= MIN_GRAM_LENGTH
      ? { ...predicate, narrow: place.holding(value) }
      : predicate;
  return operators({
    is: (operand) => {
      const value = operand.one(readText);
      const key = naturalKey(value);
      const narrow = place.keyBetween?.(key, key);
      return narrow ? { ...is(value), narrow } : is(value);
    },
    is_not: (operand) => negated(is(operand.one(readText))),
    contains: (operand) => {
      const value = operand.one(readText);
      return withGrams(contains(value), value);
    },
    not_contains: (operand) => negated(contains(operand.one(readText))),
    starts_with: (operand) => {
      const value = operand.one(readText);
      const key = prefixKey(value);
      const narrow = key === null ? undefined : place.keyBetween?.(key, `${key}\u{10ffff}`);
      return narrow ? { ...startsWith(value), narrow } : withGrams(startsWith(value), value);
    },
    ends_with: (operand) => {
      const value = operand.one(readText);
      return withGrams(endsWith(value), value);
    },
  });
}

function readText(input: unknown): string {
  if (typeof input !== 'string') throw new ValueRefused('Must be a text');
  if (input.length > MAX_LENGTH) throw new ValueRefused(`Must be at most ${MAX_LENGTH} characters`);
  if (input === '') throw new ValueRefused('Must not be empty; is_empty finds items without a text');
  return input;
}

/** What the natural sort keys of all texts with this beginning begin with; null when that says too little. */
function prefixKey(value: string): string | null {
  // A number's key begins with its length, which more digits would change.
  const beforeNumbers = value.slice(0, MAX_PREFIX_LENGTH).split(/[0-9]/, 1)[0]!;
  const key = naturalKey(beforeNumbers);
  return key.length < 2 ? null : key;
}
