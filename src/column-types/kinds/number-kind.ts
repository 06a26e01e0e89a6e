import type { ColumnKind, StoredValue } from '../column-type';
import { numberRows } from './index-rows';

/** Sorts by a number; `numberOf` returns it. */
export function numberKind<Stored extends StoredValue>(
  numberOf: (stored: Stored) => number,
): ColumnKind<Stored> {
  return {
    kind: 'number',
    indexEntries: (stored) => numberRows(numberOf(stored)),
    sortOrder: () => ({ by: 'number' }),
    formulaType: () => 'number',
    formulaValue: numberOf,
  };
}

/** The usual case: the value is a number. */
export const plainNumberKind = numberKind<number>((stored) => stored);
