import type { Json } from '../../kernel/json';
import type { BoardFacts, ColumnFacts } from '../hierarchy';
import { type ColumnConfig, type ColumnTypeName, type StoredValue, ValueRefused } from './column-type';
import { columnTypes } from './types';

/**
 * What an item's values become on another board: the columns of the same name and type keep theirs (contract §6).
 * Labels are found again by their names. What a column there does not take is left behind, and so are dependencies,
 * which name items of the board that the item leaves.
 */
export function carryValues(
  from: BoardFacts,
  to: BoardFacts,
  stored: Readonly<Record<string, StoredValue>>,
): Record<string, StoredValue> {
  const carried: Record<string, StoredValue> = {};
  const targets = new Map(to.columns.map((column) => [`${column.type}:${column.name}`, column]));
  for (const column of from.columns) {
    const value = stored[column.id];
    const target = targets.get(`${column.type}:${column.name}`);
    if (value === undefined || target === undefined) continue;
    const taken = take(column, target, value);
    if (taken !== null) carried[target.id] = taken;
  }
  return carried;
}

function take(column: ColumnFacts, target: ColumnFacts, stored: StoredValue): StoredValue | null {
  const type = columnTypes[column.type as ColumnTypeName];
  if (!type.writable || type.itemScope === 'sameBoard') return null;
  const wire = type.present(stored, column.config as ColumnConfig);
  if (wire === null) return null;
  const accept = (input: Json): StoredValue | null => {
    try {
      const context = { now: '', userId: '', previous: stored };
      return type.parseValue(input, target.config as ColumnConfig, context);
    } catch (refusal) {
      if (refusal instanceof ValueRefused) return null;
      throw refusal;
    }
  };
  // A cell that keeps more than its input tells (a file's record) is kept as it is.
  if (type.storedIsWire) return accept(wire) === null ? null : stored;
  const labels = withoutIds(wire);
  return accept(Array.isArray(labels) ? labels.filter((label) => accept([label]) !== null) : labels);
}

/** Labels by name only: their ids belong to the column that is left. */
function withoutIds(wire: Json): Json {
  if (Array.isArray(wire)) return wire.map(withoutIds);
  if (typeof wire !== 'object' || wire === null) return wire;
  return { label: wire['label'] ?? null };
}
