import type { ColumnKind, StoredValue } from '../column-type';

/** Computed columns, of their result's kind; until a result is stored every item counts as empty. */
export const resultKind: ColumnKind<StoredValue> = {
  kind: 'result',
  indexEntries: () => [],
  sortOrder: () => ({ by: 'nothing' }),
};
