import {
  type ColumnConfig,
  type ColumnTypeName,
  NOTHING_LOADED,
  type StoredValue,
} from '../../../column-types/column-type';
import { columnTypes } from '../../../column-types/types';

type TypedColumn = Readonly<{ type: ColumnTypeName; config: ColumnConfig }>;

const NO_CALLER = { now: '', userId: '', previous: null };

/**
 * The value of a cell as another installation has stored it, checked as one that a call sets, and in the form that is stored
 * here; null if it means an empty cell. Records that the value names are not looked for. Throws InvalidValue.
 */
export function acceptStoredValue({ type, config }: TypedColumn, value: unknown): StoredValue | null {
  const { parseStored, parseValue } = columnTypes[type];
  return parseStored === undefined ? parseValue(value, config, NO_CALLER) : parseStored(value);
}

/** The first label or option of a value that the column does not have; null if there is none. */
export function unknownOption({ type, config }: TypedColumn, stored: StoredValue): string | null {
  const { kind, indexEntries, sortOrder } = columnTypes[type];
  const order = sortOrder(config);
  if (kind !== 'option' || order.by !== 'option') return null;
  const keys = new Set<string | null>(order.keys);
  return indexEntries(stored, config, NOTHING_LOADED).find(({ ref }) => !keys.has(ref))?.ref ?? null;
}
