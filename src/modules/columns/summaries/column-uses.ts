import { columnTypes } from '../../../column-types/types';
import type { ColumnFacts } from '../../hierarchy';
import { cellGrouping } from './cell-grouping';
import { type CellMeasure, cellMeasure } from './cell-measure';

/** What items.summary and the charts of views compute of the cells of a column. */
export const CELL_AGGREGATES = ['filled', 'sum', 'avg', 'min', 'max'] as const;
export type CellAggregate = (typeof CELL_AGGREGATES)[number];

/** Returned for a column without `cellGrouping`. */
export const CANNOT_GROUP =
  'Must be groupId or a column of type status, label, dropdown, priority, checkbox, rating, people, link or dependency';

/** Why an aggregate of the cells has no meaning; null if it has one. */
export function aggregateProblem(fn: CellAggregate, { value }: Pick<CellMeasure, 'value'>): string | null {
  if (fn === 'filled') return null;
  const isExtreme = fn === 'min' || fn === 'max';
  if (value?.of === 'number' || (isExtreme && value?.of === 'time')) return null;
  return isExtreme ? 'Needs a column of numbers or times' : 'Needs a column of numbers';
}

export type ColumnUse =
  /** Every column can be shown. */
  | 'any'
  /** Its cells divide the items into groups. */
  | 'grouping'
  /** Its cells are times, or periods with a start and an end. */
  | 'dated'
  /** Its cells are times. */
  | 'instant'
  /** Its cells have labels or options, which clients show with colors. */
  | 'colored';

/** Why a column does not fit a use; null if it fits. */
export function useProblem(column: ColumnFacts, use: ColumnUse): string | null {
  return USES[use](column);
}

const isTime = (column: ColumnFacts) => cellMeasure(column).value?.of === 'time';
export const isPeriod = (column: ColumnFacts) => columnTypes[column.type].kind === 'range';

const USES: Readonly<Record<ColumnUse, (column: ColumnFacts) => string | null>> = {
  any: () => null,
  grouping: (column) => (cellGrouping(column) === null ? CANNOT_GROUP : null),
  dated: (column) => (isTime(column) || isPeriod(column) ? null : 'Needs a column of dates or periods'),
  instant: (column) => (isTime(column) ? null : 'Needs a column of dates'),
  colored: (column) =>
    columnTypes[column.type].kind === 'option' ? null : 'Needs a column of labels or options',
};
