import type { ColumnKind, StoredValue } from '../column-type';
import { numberRows } from './index-rows';

/** Sorts by a number; `numberOf` finds it in the value. */
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

/** The usual case: the value is the number. */
export const plainNumberKind = numberKind<number>((stored) => stored);
