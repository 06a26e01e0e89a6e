import type { ColumnId } from '../../../kernel/ids';
import type { RecordKey } from '../../../kernel/record-key';
import { isKeyOf } from '../../../platform/database/is-key-of';

/** Adds a value to a statement's parameters and returns its placeholder. */
export type AddParameter = (value: unknown) => string;

/**
 * A select, from an index, of all items that can match: whole rows of the table items if the index is one of
 * that table, otherwise their keys. $1 is the organization and $2 the lanes; rows of other lanes are possible.
 */
export interface Narrow {
  of: 'items' | 'keys';
  select(add: AddParameter): string;
  /** Of `item`, `lane` and `rank` of every item of the lanes that can match, each once; absent if there is no such index. */
  entries?(add: AddParameter): string;
  /** Whether all items of `entries` match. */
  isExact?: boolean;
}

/** A condition as SQL. `test` is a boolean expression over a row named `item` of the table items. */
export interface Predicate {
  test(add: AddParameter): string;
  /** Present if an index can be used. */
  narrow?: Narrow;
  /** Whether it reads rich text without its markup, which costs more than all other conditions (PlainTexts). */
  readsMarkup?: boolean;
  /** The key of an order that contains exactly the items that match. */
  order?: RecordKey;
  /** The column whose empty cells match, if they have no index. */
  emptyColumn?: ColumnId;
}

/** Also true for items without a value, whose test is null. */
export function negated({ test, readsMarkup }: Predicate): Predicate {
  return { test: (add) => `(${test(add)}) is not true`, readsMarkup };
}

export function allOf(predicates: readonly Predicate[]): Predicate {
  return joined(predicates, ' and ');
}

export function anyOf(predicates: readonly Predicate[]): Predicate {
  return joined(predicates, ' or ');
}

function joined(predicates: readonly Predicate[], by: ' and ' | ' or '): Predicate {
  return {
    test: (add) => predicates.map(({ test }) => `(${test(add)})`).join(by),
    readsMarkup: predicates.some(({ readsMarkup }) => readsMarkup),
  };
}

/** Keys of the items with a row in the index of values that satisfies `condition`. */
export function indexedIn(columnKey: RecordKey, condition: (add: AddParameter) => string): Narrow {
  return {
    of: 'keys',
    select: (add) =>
      `select item_key as key from item_values
       where column_key = ${add(columnKey)}::bigint and ${isKeyOf('column_key', '$1')} and ${condition(add)}`,
  };
}

/** The items of the lanes with a row in the index of values that satisfies `condition`, which no item has twice. */
export function entriesIn(
  columnKey: RecordKey,
  condition: (add: AddParameter) => string,
): NonNullable<Narrow['entries']> {
  return (add) =>
    `select item_key as item, lane, rank from item_values
     where column_key = ${add(columnKey)}::bigint and lane = any ($2) and ${condition(add)}`;
}
