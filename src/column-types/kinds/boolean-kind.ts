import type { ColumnKind } from '../column-type';
import { numberRows } from './index-rows';

/** False before true; a cell that was never set is empty and sorts last like any other. */
export const booleanKind: ColumnKind<boolean> = {
  kind: 'boolean',
  indexEntries: (stored) => numberRows(stored ? 1 : 0),
  sortOrder: () => ({ by: 'number' }),
  formulaType: () => 'flag',
  formulaValue: (stored) => stored,
};
