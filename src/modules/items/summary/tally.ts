/** What the cells of one column contribute; least and greatest are numbers or times, and null without a value. */
export interface ColumnTally {
  filled: number;
  valued: number;
  sum: number;
  least: number | string | null;
  greatest: number | string | null;
}

/** The items of a group, or of all: their number, and one tally for each aggregated column. */
export interface Tally {
  count: number;
  columns: readonly ColumnTally[];
}

export const NO_CELLS: ColumnTally = { filled: 0, valued: 0, sum: 0, least: null, greatest: null };

export function emptyTally(columns: number): Tally {
  return { count: 0, columns: Array.from({ length: columns }, () => NO_CELLS) };
}

/** The tally of the items of both, which have none in common. */
export function added(a: Tally, b: Tally): Tally {
  return {
    count: a.count + b.count,
    columns: a.columns.map((column, at) => addedCells(column, b.columns[at]!)),
  };
}

function addedCells(a: ColumnTally, b: ColumnTally): ColumnTally {
  return {
    filled: a.filled + b.filled,
    valued: a.valued + b.valued,
    sum: a.sum + b.sum,
    least: extreme(a.least, b.least, (one, other) => one < other),
    greatest: extreme(a.greatest, b.greatest, (one, other) => one > other),
  };
}

function extreme<Value extends number | string>(
  a: Value | null,
  b: Value | null,
  isBefore: (one: Value, other: Value) => boolean,
): Value | null {
  if (a === null || b === null) return a ?? b;
  return isBefore(a, b) ? a : b;
}
