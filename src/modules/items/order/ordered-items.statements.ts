import { type Statement, statementOfShape } from '../../../platform/database/statement';
import type { AddParameter, CompiledFilters } from '../../columns';
import { selectedItems } from './selected-items';
import { SORT_KEYS, type SortKey } from '../list/item-page';
import { optionsOf, type Sort } from '../list/list-query';

/** A key of an order; the group is the place of its list. */
export type OrderKey = Sort | { by: 'list'; isDescending: boolean };

/** Where a page begins: after the item with these keys, in the lane of this number, with this rank. */
export interface OrderedStart {
  keys: readonly (string | number | null)[];
  lane: number;
  rank: string;
}

export interface OrderedQuery {
  sorts: readonly OrderKey[];
  filters: CompiledFilters | null;
  /** The select to start from; null for all items of the lanes. */
  narrow: CompiledFilters['narrows'][number] | null;
}

interface Range {
  start: OrderedStart | null;
  offset: number;
  limit: number;
}

/**
 * The items of the lanes in any order of up to three keys, for which no index exists: all are read and sorted. $1 is the
 * organization, $2 the lanes. `keys` are those of an item in the order of the sort.
 */
export function orderedItems(add: AddParameter, query: OrderedQuery, range: Range): Statement {
  const { sorts, filters, narrow } = query;
  const entries = sorts.map((sort, at) => entryOf(add, sort, at)).join('');
  const keys = sorts.map((sort, at) => `, ${keyOf(add, sort, at)} as key_${at}`).join('');
  const test = filters === null ? '' : ` and (${filters.test(add)})`;
  const after = range.start === null ? '' : `where ${afterStart(add, sorts, range.start)}`;
  const order = sorts
    .map(({ isDescending }, at) => `key_${at} ${isDescending ? 'desc' : 'asc'} nulls last, `)
    .join('');
  return statementOfShape(
    'items.ordered',
    `select key, id, lane, rank::text as rank${sorts.map((_, at) => `, key_${at}`).join('')}
    from (
      select item.key, item.id, array_position($2::bigint[], item.lane) as lane, item.rank${keys}
      from ${selectedItems(add, narrow)} item ${entries}
      where item.organization_id = $1 and item.lane = any ($2)${test}
      offset 0) ordered
    ${after} order by ${order}lane, ordered.rank
    offset ${add(range.offset)}::bigint limit ${range.limit}`,
  );
}

/** The current keys of one item, $3, of the lanes; no row if it is in none of them. */
export function keysOfItem(add: AddParameter, sorts: readonly OrderKey[], id: string): Statement {
  const entries = sorts.map((sort, at) => entryOf(add, sort, at)).join('');
  const keys = sorts.map((sort, at) => `, ${keyOf(add, sort, at)} as key_${at}`).join('');
  return statementOfShape(
    'items.ordered-cursor',
    `select item.key, item.id, array_position($2::bigint[], item.lane) as lane, item.rank::text as rank${keys}
    from items item ${entries}
    where item.organization_id = $1 and item.lane = any ($2) and item.id = ${add(id)}`,
  );
}

function entryOf(add: AddParameter, sort: OrderKey, at: number): string {
  return isOfItem(sort)
    ? ''
    : `left join lateral (
        select number_key, text_key from item_values
        where item_key = item.key and column_key = ${add((sort as Sort).column!.key)}::bigint and ordinal = 0
        offset 0) entry_${at} on true `;
}

function keyOf(add: AddParameter, sort: OrderKey, at: number): string {
  if ('by' in sort) return 'array_position($2::bigint[], item.lane)';
  if (sort.order.by === 'option') {
    const options = optionsOf({ ...sort, isDescending: false });
    return `array_position(${add(options)}::text[], entry_${at}.text_key)`;
  }
  const { key } = SORT_KEYS[sort.order.by as SortKey];
  return isOfItem(sort) ? `item.${key}` : `entry_${at}.${key}`;
}

/** Whether the key is in the row of the item, even if a column shows it. */
function isOfItem(sort: OrderKey): boolean {
  return 'by' in sort || SORT_TABLES[sort.order.by] === 'items';
}

const SORT_TABLES: Partial<Record<string, string>> = Object.fromEntries(
  Object.entries(SORT_KEYS).map(([by, { table }]) => [by, table]),
);

function typeOf(sort: OrderKey): string {
  if ('by' in sort || sort.order.by === 'option') return 'integer';
  return SORT_KEYS[sort.order.by as SortKey].type;
}

/** Items without a key are last in both directions; ties are in board order. */
function afterStart(add: AddParameter, sorts: readonly OrderKey[], start: OrderedStart): string {
  const lane = `${add(start.lane)}::integer`;
  return sorts.reduceRight(
    (behind, sort, at) => {
      const value = start.keys[at] ?? null;
      if (value === null) return `(key_${at} is null and ${behind})`;
      const key = `${add(value)}::${typeOf(sort)}`;
      const sign = sort.isDescending ? '<' : '>';
      return `(key_${at} ${sign} ${key} or key_${at} is null or (key_${at} = ${key} and ${behind}))`;
    },
    `(lane, rank) > (${lane}, ${add(start.rank)}::numeric)`,
  );
}
