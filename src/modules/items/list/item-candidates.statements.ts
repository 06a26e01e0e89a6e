import type { RecordKey } from '../../../kernel/record-key';
import { isKeyOf } from '../../../platform/database/is-key-of';
import { type Statement, statementOfShape } from '../../../platform/database/statement';
import type { AddParameter } from '../../columns';
import { ITEM_FIELDS } from '../item.record';
import { POSITION, POSITION_JOINS } from '../move/item-position';
import { matchingItem, positioned, SORT_KEYS, type SortKey } from './item-page';
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
  narrowed: Narrowed,
): Statement {
  const key = candidateKey(add, order);
  const candidates = `candidates as materialized (
    select ${LANE} as lane, item.key as item, item.rank, ${key.sql} as key
    from ${matching(narrowed, key.entry)}),`;
  const page = `select lane, item, key, rank from candidates where ${after(add, start, key, PLACE_NAMES)}`;
  return statementOfShape(
    'items.list-of-candidates',
    positioned(page, sorted(key, PLACE_NAMES), limit, candidates),
  );
}

/** As ofCandidates, for so few items that whole rows are sorted and the counters are read for each of them. */
export function ofFewCandidates(
  add: AddParameter,
  order: CandidateOrder,
  start: CandidateStart | null,
  limit: number,
  narrowed: Narrowed,
): Statement {
  const key = candidateKey(add, order);
  const names = { key: 'item.sort_key', lane: 'item.lane_number', rank: 'item.rank' };
  const text = `
    select ${ITEM_FIELDS}, item.lane_number as lane, item.rank::text as rank, item.sort_key as key, ${POSITION}
    from (
      select * from (
        select item.*, ${LANE} as lane_number, ${key.sql} as sort_key from ${matching(narrowed, key.entry)}) item
      where ${after(add, start, key, names)}
      order by ${sorted(key, names)} limit ${limit + 1}) item
    ${POSITION_JOINS}
    order by ${sorted(key, names)}`;
  return statementOfShape('items.list-of-few-candidates', text);
}

/**
 * As ofCandidates, in board order, from an index that has the places of the items: no item is read to sort them. Items are
 * read and tested in this order until the page is full; `test` is null if all entries match.
 */
export function ofEntries(
  add: AddParameter,
  start: CandidateStart | null,
  limit: number,
  { entries, test }: { entries: string; test: string | null },
): Statement {
  // A constant: in board order, an item has no key but its place.
  const key = candidateKey(add, { by: 'rank' });
  const places = `select array_position($2::bigint[], lane) as lane, item, ${key.sql} as key, rank from (${entries}) found`;
  const page = `select entry.* from (
      select * from (${places}) place where ${after(add, start, key, PLACE_NAMES)} order by lane, rank offset 0) entry
    ${test === null ? '' : matchingItem(test)}`;
  return statementOfShape('items.list-of-entries', positioned(page, 'lane, rank', limit));
}

const LANE = 'array_position($2::bigint[], item.lane)';

const matching = ({ of, narrow, test }: Narrowed, entry: string) => `
    ${of === 'items' ? rowsOf(narrow) : rowsByKey(narrow)}
    ${entry}
    where item.organization_id = $1 and item.lane = any ($2) and (${test})`;

// `offset 0` keeps the later conditions from changing the choice of index.
const rowsOf = (narrow: string) => `(${narrow} offset 0) item`;

const rowsByKey = (narrow: string) => `(select distinct key from (${narrow}) narrow) candidate
    cross join lateral (
      select * from items where organization_id = $1 and items.key = candidate.key offset 0) item`;

/** What the candidates are sorted by, and the join that reads it; items without a key are last in both directions. */
interface CandidateKey {
  sql: string;
  type: string;
  entry: string;
  isDescending: boolean;
}

function candidateKey(add: AddParameter, order: CandidateOrder): CandidateKey {
  if (order.by === 'rank') return { sql: 'null::integer', type: 'integer', entry: '', isDescending: false };
  if (order.by !== 'option') {
    const { table, key, type } = SORT_KEYS[order.by];
    const { isDescending } = order;
    if (table === 'items') return { sql: `item.${key}`, type, entry: '', isDescending };
    return { sql: `entry.${key}`, type, entry: entryOf(add(order.columnKey)), isDescending };
  }
  const sql = `array_position(${add(order.options)}::text[], entry.text_key)`;
  return { sql, type: 'integer', entry: entryOf(add(order.columnKey)), isDescending: false };
}

function entryOf(columnKey: string): string {
  return `left join lateral (
      select number_key, text_key from item_values
      where item_key = item.key and column_key = ${columnKey}::bigint and ordinal = 0
      offset 0) entry on true`;
}

type Names = Readonly<Record<'key' | 'lane' | 'rank', string>>;

const PLACE_NAMES: Names = { key: 'key', lane: 'lane', rank: 'rank' };

const sorted = ({ isDescending }: CandidateKey, { key, lane, rank }: Names) =>
  `${key} ${isDescending ? 'desc ' : ''}nulls last, ${lane}, ${rank}`;

function after(
  add: AddParameter,
  start: CandidateStart | null,
  { type, isDescending }: CandidateKey,
  { key, lane, rank }: Names,
): string {
  if (start === null) return 'true';
  const behind = `(${lane}, ${rank}) > (${add(start.lane)}::integer, ${add(start.rank)}::numeric)`;
  if (start.key === null) return `${key} is null and ${behind}`;
  const value = `${add(start.key)}::${type}`;
  return `(${key} ${isDescending ? '<' : '>'} ${value} or (${key} = ${value} and ${behind}) or ${key} is null)`;
}

/** Counts the items in an index that a filter could match, up to a bound, and the items of the lists. */
export const countCandidates = (narrow: string, bound: number): Statement =>
  statementOfShape(
    'items.count-candidates',
    `select (select count(*) from (select from (${narrow} offset 0) narrow limit ${bound + 1}) counted)::int as count,
       (select coalesce(sum(live), 0) from item_runs
        where ${isKeyOf('lane', '$1')} and lane = any ($2) and level = 2)::float8 as total`,
  );
