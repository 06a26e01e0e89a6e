import { columnTypes } from '../../../column-types/types';
import type { ColumnFacts } from '../../hierarchy';
import { jsonOf, textOf } from '../filters/cell-sql';
import type { AddParameter } from '../filters/predicate';

/** How items are grouped by the cells of a column. */
export interface CellGrouping {
  /** The type of the keys on the wire. */
  keys: 'text' | 'number' | 'boolean';
  /** Whether a cell has several keys, each of which counts its item. */
  isList: boolean;
  /** The key as text; of a list, the cell as a JSON array of texts. SQL over a row named `item`. */
  sql(add: AddParameter): string;
  /** The key of the index of values that has the key of each filled cell; null for lists. */
  indexedBy: 'number_key' | 'text_key' | null;
  /** Every key in order, also of no item; null if the keys are open. */
  order: readonly string[] | null;
}

/** Null for columns with too many different values to group by. */
export function cellGrouping(column: ColumnFacts): CellGrouping | null {
  const type = columnTypes[column.type];
  const order = type.sortOrder(column.config);
  const text = textOf(column);
  if (type.kind === 'boolean')
    return { keys: 'boolean', isList: false, sql: text, indexedBy: 'number_key', order: ['true', 'false'] };
  if (column.type === 'rating')
    return { keys: 'number', isList: false, sql: text, indexedBy: 'number_key', order: null };
  if (type.kind === 'reference')
    return type.cellLayout === 'records'
      ? null
      : { keys: 'text', isList: true, sql: jsonOf(column), indexedBy: null, order: null };
  if (type.kind !== 'option' || order.by !== 'option') return null;
  return type.cellLayout === 'list'
    ? { keys: 'text', isList: true, sql: jsonOf(column), indexedBy: null, order: order.keys }
    : { keys: 'text', isList: false, sql: text, indexedBy: 'text_key', order: order.keys };
}
