import type { ColumnTypeName, StoredValue } from './column-type';
import { columnTypes } from './types';

/** What people write themselves is found by search; what they choose from a list is asked for by filters. */
export function isSearchable(type: string): boolean {
  return columnTypes[type as ColumnTypeName].kind === 'text';
}

/** The plain texts among an item's values; `types` has the types of the columns that there are, by id. */
export function searchableTexts(
  types: ReadonlyMap<string, string>,
  values: Readonly<Record<string, StoredValue>>,
): string[] {
  return Object.entries(values).flatMap(([columnId, stored]) => {
    const type = types.get(columnId);
    return type === undefined || !isSearchable(type)
      ? []
      : [columnTypes[type as ColumnTypeName].toText(stored, {})];
  });
}
