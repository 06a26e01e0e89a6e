/** Adds a value to a statement's parameters and answers its placeholder. */
export type AddParameter = (value: unknown) => string;

/**
 * A condition as SQL. `test` is a truth value over a row named `item` of the table items. `narrow`, where an index can
 * answer it, is a select of the ids of all items that could match; $1 is the organization and $2 the lanes.
 */
export interface Predicate {
  test(add: AddParameter): string;
  narrow?(add: AddParameter): string;
}

/** Also true for items without a value, whose test is null. */
export function negated({ test }: Predicate): Predicate {
  return { test: (add) => `(${test(add)}) is not true` };
}

export function allOf(predicates: readonly Predicate[]): Predicate {
  return { test: (add) => predicates.map(({ test }) => `(${test(add)})`).join(' and ') };
}

export function anyOf(predicates: readonly Predicate[]): Predicate {
  return { test: (add) => predicates.map(({ test }) => `(${test(add)})`).join(' or ') };
}

/** Ids of the items with a row in the index of values that `condition` is true of. */
export function indexedIn(
  columnId: string,
  condition: (add: AddParameter) => string,
): NonNullable<Predicate['narrow']> {
  return (add) =>
    `select item_id as id from item_values
     where organization_id = $1 and column_id = ${add(columnId)}::text and ${condition(add)}`;
}
