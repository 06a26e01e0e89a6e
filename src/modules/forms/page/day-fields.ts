import { columnTypes } from '../../../column-types/types';
import type { BoardFacts } from '../../hierarchy';
import type { OpenForm } from '../public/open-form';

/**
 * The keys of fields for which a time would be lost: all their columns contain days. Without a time, the day is the same in
 * every time zone.
 */
export function dayFields({ mappings }: OpenForm, board: BoardFacts | null): ReadonlySet<string> {
  const days = new Set<string>();
  const times = new Set<string>();
  for (const { formField, columnId } of mappings) {
    const column = columnId === null ? undefined : board?.columnsById.get(columnId);
    const holdsDays = column !== undefined && columnTypes[column.type].holdsDays?.(column.config) === true;
    (holdsDays ? days : times).add(formField);
  }
  return new Set([...days].filter((key) => !times.has(key)));
}
