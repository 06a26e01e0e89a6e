import type { Json } from '../../../kernel/json';
import type { BoardFacts, ColumnFacts } from '../../hierarchy';
import { type StoredValue, InvalidValue } from '../../../column-types/column-type';
import { columnTypes } from '../../../column-types/types';

/**
 * An item's values on another board: columns of the same name and type keep theirs (contract §6). Labels are
 * matched by name. Values that a column there does not accept are dropped, and so are dependencies, which name
 * items of the previous board.
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
  const type = columnTypes[column.type];
  if (!type.writable || type.itemScope === 'sameBoard') return null;
  const wire = type.present(stored, column.config);
  if (wire === null) return null;
  const accept = (input: Json): StoredValue | null => {
    try {
      const context = { now: '', userId: '', previous: stored };
      return type.parseValue(input, target.config, context);
    } catch (rejection) {
      if (rejection instanceof InvalidValue) return null;
      throw rejection;
    }
  };
  // An option can have another case there.
  if (type.kind === 'option' && type.storedIsWire) return accept(wire);
  // A cell that stores more than its input contains (a file's metadata) is kept unchanged.
  if (type.storedIsWire) return accept(wire) === null ? null : stored;
  const labels = withoutIds(wire);
  return accept(Array.isArray(labels) ? labels.filter((label) => accept([label]) !== null) : labels);
}

/** Labels only by name: their ids belong to the previous column. */
function withoutIds(wire: Json): Json {
  if (Array.isArray(wire)) return wire.map(withoutIds);
  if (typeof wire !== 'object' || wire === null) return wire;
  return { label: wire['label'] ?? null };
}
