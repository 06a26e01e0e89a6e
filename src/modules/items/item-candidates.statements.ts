import { type Statement, statementOfShape } from '../../platform/database/statement';
import type { AddParameter } from '../columns';
import { positioned, SORT_KEYS, type SortKey } from './item-page';

/** What the few items that a filter can match are sorted by; without one, in board order. */
export type CandidateOrder =
  | { by: SortKey; columnId: string | null; isDescending: boolean }
  | { by: 'option'; columnId: string; options: readonly string[] }
  | { by: 'rank' };

/** Where a page begins: after an item with this key, in the lane of this number, with this rank. */
export interface CandidateStart {
  key: string | number | null;
  lane: number;
  rank: string;
}

/** What can match, as a select of rows of items or of ids, and the filter itself. */
interface Narrowed {
  of: 'items' | 'ids';
  narrow: string;
  test: string;
}

/**
 * A page of the items that match, found by another index than the list's own because they are few: all are tested and
 * sorted, straight from that index where it is one of the items (decision 0050). $1 is the organization, $2 the lanes.
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
    select array_position($2::text[], item.lane) as lane, item.id, item.rank, ${key} as key
    from ${of === 'items' ? rowsOf(narrow) : rowsById(narrow)}
    ${entry}
    where item.organization_id = $1 and item.lane = any ($2) and (${test})),`;
  const after = start === null ? 'true' : afterStart(add, start, type, isDescending);
  const page = `select lane, id, key, rank from candidates where ${after}`;
  return statementOfShape(
    'items.list-of-candidates',
    positioned(page, `key ${isDescending ? 'desc ' : ''}nulls last, lane, rank`, limit, candidates),
  );
}

// `offset 0` keeps conditions that are asked afterwards from choosing another index.
const rowsOf = (narrow: string) => `(${narrow} offset 0) item`;

const rowsById = (narrow: string) => `(select distinct id from (${narrow}) narrow) candidate
    cross join lateral (
      select * from items where organization_id = $1 and items.id = candidate.id offset 0) item`;

function candidateKey(
  add: AddParameter,
  order: CandidateOrder,
): { key: string; type: string; entry: string } {
  if (order.by === 'rank') return { key: 'null::integer', type: 'integer', entry: '' };
  if (order.by !== 'option') {
    const { table, key, type } = SORT_KEYS[order.by];
    if (table === 'items') return { key: `item.${key}`, type, entry: '' };
    return { key: `entry.${key}`, type, entry: entryOf(add(order.columnId)) };
  }
  const key = `array_position(${add(order.options)}::text[], entry.text_key)`;
  return { key, type: 'integer', entry: entryOf(add(order.columnId)) };
}

function entryOf(columnId: string): string {
  return `left join lateral (
      select number_key, text_key from item_values
      where organization_id = $1 and item_id = item.id and column_id = ${columnId}::text and ordinal = 0
      offset 0) entry on true`;
}

/** Items without a key come last, both ways. */
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

/** How many items an index knows that a filter could match, counted up to a bound, and how many the lists hold. */
export const countCandidates = (narrow: string, bound: number): Statement =>
  statementOfShape(
    'items.count-candidates',
    `select (select count(*) from (select from (${narrow} offset 0) narrow limit ${bound + 1}) counted)::int as count,
       (select coalesce(sum(live), 0) from item_runs
        where organization_id = $1 and lane = any ($2) and level = 2)::float8 as total`,
  );
