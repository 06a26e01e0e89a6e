import { columnTypes } from '../../../column-types/types';
import type { ColumnFacts } from '../../hierarchy';
import { hasResult, jsonOf, textOf } from '../filters/cell-sql';
import type { AddParameter } from '../filters/predicate';

/** SQL over a row named `item`: what the cells of a column contribute to sums and extremes. */
export interface CellMeasure {
  /** Whether the cell has a value; null if every cell has one. */
  isFilled: ((add: AddParameter) => string) | null;
  /** The cell as a number or a time, null for an empty cell; null for columns that are neither. */
  value: { of: 'number' | 'time'; sql(add: AddParameter): string } | null;
  /** The key of the index of values that has exactly the filled cells; null without such an index. */
  indexedBy: 'number_key' | 'text_key' | null;
}

export function cellMeasure(column: ColumnFacts): CellMeasure {
  const type = columnTypes[column.type];
  const order = type.sortOrder(column.config);
  if (order.by === 'createdAt' || order.by === 'updatedAt') {
    const sql = order.by === 'createdAt' ? 'item.created_at' : 'item.updated_at';
    return { isFilled: null, value: { of: 'time', sql: () => sql }, indexedBy: null };
  }
  if (type.kind === 'result') {
    const isFilled = hasResult(column, type);
    const ofResult = type.formulaType(column.config);
    if (ofResult !== 'number' && ofResult !== 'instant') return { isFilled, value: null, indexedBy: null };
    const of = ofResult === 'number' ? 'number' : 'time';
    const text = textOf(column);
    const sql = (add: AddParameter) =>
      `case when ${isFilled(add)} then ${of === 'number' ? `${text(add)}::double precision` : `${text(add)}`} end`;
    // A cell that is still to be computed can be in the index with an earlier result.
    return { isFilled, value: { of, sql }, indexedBy: null };
  }
  return {
    isFilled: (add) => `item.values ? ${add(column.id)}::text`,
    value: plainValue(column),
    indexedBy: order.by === 'number' ? 'number_key' : 'text_key',
  };
}

function plainValue(column: ColumnFacts): CellMeasure['value'] {
  const type = columnTypes[column.type];
  if (type.kind === 'instant') return { of: 'time', sql: textOf(column) };
  if (type.kind !== 'number') return null;
  const text = type.cellLayout === 'track' ? seconds(column) : textOf(column);
  return { of: 'number', sql: (add) => `${text(add)}::double precision` };
}

const seconds = (column: ColumnFacts) => (add: AddParameter) => `(${jsonOf(column)(add)} ->> 'seconds')`;
