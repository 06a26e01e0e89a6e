import type { RecordKey } from '../../../kernel/record-key';
import { isKeyOf } from '../../../platform/database/is-key-of';
import { type Statement, statementOfShape } from '../../../platform/database/statement';
import type { AddParameter } from '../../columns';
import { positioned, SORT_KEYS, type SortKey } from './item-page';
import { isByField, optionsOf, type Sort } from './list-query';

/** The sort order of the few items that a filter can match; board order without one. */
export type CandidateOrder =
  | { by: SortKey; columnKey: RecordKey | null; isDescending: boolean }
  | { by: 'option'; columnKey: RecordKey; options: readonly string[] }
  | { by: 'rank' };

/** The order of a list. */
export function candidateOrder(sort: Sort | null): CandidateOrder {
  if (sort === null) return { by: 'rank' };
  const { column, order, isDescending } = sort;
  if (order.by !== 'option') {
    const columnKey = isByField(sort) ? null : column!.key;
    return { by: order.by as SortKey, columnKey, isDescending };
  }
  return { by: 'option', columnKey: column!.key, options: optionsOf(sort) };
}

/** Where a page begins: after an item with this key and this rank, in the lane of this number. */
export interface CandidateStart {
  key: string | number | null;
  lane: number;
  rank: string;
}

/** A select of rows of items or of their keys that can match, and the filter itself. */
interface Narrowed {
  of: 'items' | 'keys';
  narrow: string;
  test: string;
}

/**
 * A page of the matching items, found with an index other than the list's because they are few: all are tested
 * and sorted, directly from that index if it is an index of items (decision 0050). $1 is the organization, $2
 * the lanes.
 */
export function ofCandidates(
  add: AddParameter,
  order: CandidateOrder,
  start: CandidateStart | null,
  limit: number,
  { of, narrow, test }: Narrowed,
): Statement {
  const { key, type, entry } = candidateKey(add, order);
  const isDescending = 'isDescending' in order && order.isDescending;
  const candidates = `candidates as materialized (
    select array_position($2::bigint[], item.lane) as lane, item.key as item, item.rank, ${key} as key
    from ${of === 'items' ? rowsOf(narrow) : rowsByKey(narrow)}
    ${entry}
    where item.organization_id = $1 and item.lane = any ($2) and (${test})),`;
  const after = start === null ? 'true' : afterStart(add, start, type, isDescending);
  const page = `select lane, item, key, rank from candidates where ${after}`;
  return statementOfShape(
    'items.list-of-candidates',
    positioned(page, `key ${isDescending ? 'desc ' : ''}nulls last, lane, rank`, limit, candidates),
  );
}

// `offset 0` keeps the later conditions from changing the choice of index.
const rowsOf = (narrow: string) => `(${narrow} offset 0) item`;

const rowsByKey = (narrow: string) => `(select distinct key from (${narrow}) narrow) candidate
    cross join lateral (
      select * from items where organization_id = $1 and items.key = candidate.key offset 0) item`;

function candidateKey(
  add: AddParameter,
  order: CandidateOrder,
): { key: string; type: string; entry: string } {
  if (order.by === 'rank') return { key: 'null::integer', type: 'integer', entry: '' };
  if (order.by !== 'option') {
    const { table, key, type } = SORT_KEYS[order.by];
    if (table === 'items') return { key: `item.${key}`, type, entry: '' };
    return { key: `entry.${key}`, type, entry: entryOf(add(order.columnKey)) };
  }
  const key = `array_position(${add(order.options)}::text[], entry.text_key)`;
  return { key, type: 'integer', entry: entryOf(add(order.columnKey)) };
}

function entryOf(columnKey: string): string {
  return `left join lateral (
      select number_key, text_key from item_values
      where item_key = item.key and column_key = ${columnKey}::bigint and ordinal = 0
      offset 0) entry on true`;
}

/** Items without a key are last in both directions. */
function afterStart(
  add: AddParameter,
  { key, lane, rank }: CandidateStart,
  type: string,
  isDescending: boolean,
): string {
  const behind = `(lane, rank) > (${add(lane)}::integer, ${add(rank)}::numeric)`;
  if (key === null) return `key is null and ${behind}`;
  const value = `${add(key)}::${type}`;
  return `(key ${isDescending ? '<' : '>'} ${value} or (key = ${value} and ${behind}) or key is null)`;
}

/** Counts the items in an index that a filter could match, up to a bound, and the items of the lists. */
export const countCandidates = (narrow: string, bound: number): Statement =>
  statementOfShape(
    'items.count-candidates',
    `select (select count(*) from (select from (${narrow} offset 0) narrow limit ${bound + 1}) counted)::int as count,
       (select coalesce(sum(live), 0) from item_runs
        where ${isKeyOf('lane', '$1')} and lane = any ($2) and level = 2)::float8 as total`,
  );
