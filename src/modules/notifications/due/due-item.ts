import type { ColumnId, UserId } from '../../../kernel/ids';
import type { StoredValue } from '../../../column-types/column-type';
import { columnTypes } from '../../../column-types/types';
import type { BoardFacts, ColumnFacts } from '../../hierarchy';
import type { DueDay } from './due-day';

type StoredValues = Readonly<Record<string, StoredValue | undefined>>;

/**
 * The date column by which an item is due on a day for a user; null if it is not due, the user is not assigned, or a status
 * of the item means that it is done.
 */
export function dueColumn(
  { columns }: Pick<BoardFacts, 'columns'>,
  values: StoredValues,
  userId: UserId,
  day: DueDay,
): ColumnId | null {
  const filled = columns.flatMap((column) => {
    const stored = values[column.id];
    return stored === undefined ? [] : [{ column, stored }];
  });
  if (filled.some(({ column, stored }) => isDone(column, stored))) return null;
  if (!filled.some(({ column, stored }) => isAssigned(column, stored, userId))) return null;
  return filled.find(({ column, stored }) => isOn(column, stored, day))?.column.id ?? null;
}

/** Of the types that have done values, only those with labels name a state of the item. */
function isDone({ type: name, config }: ColumnFacts, stored: StoredValue): boolean {
  const type = columnTypes[name];
  return type.labelsOf !== undefined && (type.isDone?.(stored, config) ?? false);
}

function isAssigned({ type: name }: ColumnFacts, stored: StoredValue, userId: UserId): boolean {
  const references = columnTypes[name].references(stored);
  return references?.noun === 'member' && references.ids.includes(userId);
}

function isOn({ type: name, config }: ColumnFacts, stored: StoredValue, day: DueDay): boolean {
  const type = columnTypes[name];
  if (type.kind !== 'instant' || !type.writable || typeof stored !== 'string') return false;
  return day.has(stored, type.holdsDays?.(config) ?? false);
}
