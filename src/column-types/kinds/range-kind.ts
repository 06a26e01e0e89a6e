import type { ColumnKind } from '../column-type';
import { dayOrInstant } from '../values/day-or-instant';
import type { Span } from '../values/parse-span';
import { textRows } from './index-rows';

/** Sorts by start, then by end: stored instants have a fixed width, so their concatenation sorts correctly by bytes. */
export const rangeKind: ColumnKind<Span> = {
  kind: 'range',
  indexEntries: (stored) => textRows(stored.start + stored.end),
  sortOrder: () => ({ by: 'text' }),
  // So that MIN is the start and MAX the end.
  formulaType: () => 'list',
  holdsDays: () => true,
  formulaValue: ({ start, end }) => [dayOrInstant(start), dayOrInstant(end)],
};
