import { COLUMN_TYPE_NAMES, type ColumnTypeName, type StoredValue } from '../../../column-types/column-type';
import { columnTypes } from '../../../column-types/types';

const SEARCHABLE: ReadonlySet<string> = new Set(
  COLUMN_TYPE_NAMES.filter((name) => columnTypes[name].kind === 'text'),
);

/** Search covers text that users write; filters cover values that they choose from a list. */
export function isSearchable(type: string): boolean {
  return SEARCHABLE.has(type);
}

/** The plain texts among an item's values; `types` maps the ids of existing columns to their types. */
export function searchableTexts(
  types: ReadonlyMap<string, ColumnTypeName>,
  values: Readonly<Record<string, StoredValue>>,
): string[] {
  return Object.entries(values).flatMap(([columnId, stored]) => {
    const type = types.get(columnId);
    return type === undefined || !isSearchable(type) ? [] : [columnTypes[type].toText(stored, {})];
  });
}
