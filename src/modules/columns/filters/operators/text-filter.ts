import { hasMoreCharacters } from '../../../../kernel/character-count';
import { foldCaseSql } from '../../../../kernel/fold-case';
import { InvalidValue } from '../../../../column-types/column-type';
import { naturalKey } from '../../../../column-types/kinds/natural-key';
import { type FilterOperators, operators } from './filter-operators';
import { type AddParameter, type Narrow, negated, type Predicate } from '../predicate';

const MAX_LENGTH = 1_000;
/** The index contains trigrams; shorter texts occur in too many names for it to help. */
export const MIN_GRAM_LENGTH = 3;
/** Longer prefixes exceed the part of a text that a sort key contains. */
const MAX_PREFIX_LENGTH = 100;
/** The index contains both small forms of sigma, so that grams with one say nothing about the other. */
const SIGMA = /[Σσς]/;

/** The SQL of a text, as it is compared without case, and the indexes that cover it. */
export interface TextPlace {
  text(add: AddParameter): string;
  isMarkup?: boolean;
  /** Rows whose natural sort key is between two keys, both inclusive. */
  keyBetween?(from: string, to: string): Narrow;
  /** Rows with one of these natural sort keys. */
  keyAmong?(keys: readonly string[]): Narrow;
  /** Rows whose text contains a part, by its trigrams. */
  holding?(part: string): Narrow;
}

/** Operators of fields that sort as text (contract §6); case is ignored. */
export function textFilter(place: TextPlace): FilterOperators {
  const compare =
    (sql: (text: string, value: string) => string) =>
    (value: string): Predicate => ({
      test: (add) => sql(place.text(add), foldCaseSql(`${add(value)}::text`)),
      readsMarkup: place.isMarkup,
    });
  const is = compare((text, value) => `${text} = ${value}`);
  const contains = compare((text, value) => `strpos(${text}, ${value}) > 0`);
  const startsWith = compare((text, value) => `starts_with(${text}, ${value})`);
  const endsWith = compare((text, value) => `right(${text}, length(${value})) = ${value}`);
  const among = (values: readonly string[]): Predicate => ({
    test: (add) =>
      `${place.text(add)} = any (array(select ${foldCaseSql('value')} from unnest(${add(values)}::text[]) value))`,
    readsMarkup: place.isMarkup,
    narrow: place.keyAmong?.(values.map(naturalKey)),
  });
  const withGrams = (predicate: Predicate, value: string): Predicate =>
    place.holding && value.split(SIGMA).some((part) => [...part].length >= MIN_GRAM_LENGTH)
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
    any_of: (operand) => among(operand.many(readText)),
    none_of: (operand) => negated(among(operand.many(readText))),
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
  if (typeof input !== 'string') throw new InvalidValue('Must be text');
  if (hasMoreCharacters(input, MAX_LENGTH))
    throw new InvalidValue(`Must be at most ${MAX_LENGTH} characters`);
  if (input === '') throw new InvalidValue('Must not be empty; use is_empty to find items without text');
  return input;
}

/**
 * The common prefix of the natural sort keys of all texts with this prefix; null when it is too short to help.
 */
function prefixKey(value: string): string | null {
  // A number's key begins with its length, which further digits would change.
  const beforeNumbers = value.slice(0, MAX_PREFIX_LENGTH).split(/[0-9]/, 1)[0]!;
  // Which small sigma a key contains depends on the letters that follow.
  const key = naturalKey(beforeNumbers).replace(/[σς]\P{L}*$/u, '');
  return key.length < 2 ? null : key;
}
