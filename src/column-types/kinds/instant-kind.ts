import type { ColumnKind } from '../column-type';
import { numberRows } from './index-rows';

/** Sorts by time: milliseconds since 1970, exact in a double for the years 0001 to 9999. */
export const instantKind: ColumnKind<string> = {
  kind: 'instant',
  indexEntries: (stored) => numberRows(Date.parse(stored)),
  sortOrder: () => ({ by: 'number' }),
  formulaType: () => 'instant',
  formulaValue: (stored) => ({ instant: Date.parse(stored) }),
};

/** For columns that show a time of the item itself: nothing is stored or indexed again. */
export function itemTimeKind(by: 'createdAt' | 'updatedAt'): ColumnKind<string> {
  return { ...instantKind, indexEntries: () => [], sortOrder: () => ({ by }) };
}
