import { isKeyOf } from '../../../platform/database/is-key-of';
import { statement, statementFamily } from '../../../platform/database/statement';
import { matchingItem, pages, positioned, SORT_KEYS, type SortKey } from './item-page';
import { ITEM_FIELDS } from '../item.record';
import { POSITION_JOINS, POSITION_VALUE } from '../move/item-position';

/**
 * Pages of items.list. Every statement scans an index from a bound, lane by lane ($2: lanes in order), and stops
 * after a page; its cost does not depend on the number of items. Rows contain `lane`, the lane's number in $2.
 *
 * A filter is a boolean SQL expression over a row named `item`, empty if there is none. The index is then still
 * scanned in its order, and each row is tested: the planner cannot estimate a filter's selectivity, and `offset
 * 0` keeps it from reading and sorting everything.
 */

/** The current place of a cursor's item: in its list, and by the sort key of a column. */
export const CURSOR = statement(
  'items.list-cursor',
  `select item.list, item.rank::text as rank,
     item.trashed_at is null and item.archived_at is null as "isLive",
     item.name_key as "nameKey", item.created_at as "createdAt", item.updated_at as "updatedAt",
     item.created_by as "createdBy",
     entry.number_key as "numberKey", entry.text_key as "textKey",
     case when $5 then ${POSITION_VALUE} end as before
   from items item ${POSITION_JOINS}
   left join item_values entry on entry.item_key = item.key and entry.column_key = $4 and entry.ordinal = 0
   where item.organization_id = $1 and item.id = $2 and item.board_id = $3`,
);

/** The live items of lanes, from their counters. */
export const LANE_LENGTHS = statement(
  'items.list-lane-lengths',
  `select lane::text as lane, sum(live)::float8 as live from item_runs
   where ${isKeyOf('lane', '$1')} and lane = any ($2) and level = 2 group by lane`,
);

export const RANK_AT = statement(
  'items.list-rank-at',
  `select item_rank_at(p_lane => $1, p_position => $2)::text as rank`,
);

/** The first rows of an index range that match a filter. */
function firstRows(
  table: 'items' | 'item_values',
  {
    key,
    where,
    order,
    limit,
    filter,
  }: Record<'key' | 'where' | 'order' | 'filter', string> & { limit: number },
): string {
  const item = table === 'items' ? 'key' : 'item_key';
  const range = `from ${table} where ${where} order by ${order}`;
  if (filter === '') return `select ${item} as item, ${key} as key, rank ${range} limit ${limit + 1}`;
  if (table === 'items') {
    return `select item.key as item, ${key} as key, rank from (select * ${range} offset 0) item
      where ${filter} order by ${order} limit ${limit + 1}`;
  }
  return `select entry.item, entry.key, entry.rank
    from (select item_key as item, ${key} as key, rank ${range} offset 0) entry
    ${matchingItem(filter)}
    order by ${order.replace(key, 'key')} limit ${limit + 1}`;
}

/**
 * Board order. $3 is the rank after which the first lane begins. Lanes are read one after the other: a lateral
 * select with a limit can only be run once per lane, in the order of the lanes, and the outer limit stops it
 * when the page is full. An `order by` there would read a page of every lane first (decision 0050).
 */
const inBoardOrder = (limit: number, filter: string, condition = 'true') => `
    select scanned.* from (
    select lanes.at as lane, found.*
    from unnest($2::bigint[]) with ordinality as lanes (lane, at)
    cross join lateral (
      ${firstRows('items', {
        key: 'null::text',
        where: `items.lane = lanes.lane and ${condition}
        and rank > case when lanes.at = 1 then $3::numeric else '-infinity' end`,
        order: 'rank',
        limit,
        filter,
      })}) found
    limit ${limit + 1}) scanned`;

/**
 * Live items in board order, each read once; the caller counts their positions, which are consecutive. As in `inBoardOrder`,
 * the lanes are read one after the other. The condition on the organization is outside of the scan: within it, a plan for an empty table
 * would combine two indexes, and read all items of the organization (decision 0154).
 */
export const LIVE_BY_RANK = statementFamily('items.list-live-by-rank', (limit: number) =>
  liveByRank(limit, 'null'),
);

/** As LIVE_BY_RANK; the positions are the number of live items of the first lane up to and including $3. */
export const LIVE_BY_RANK_COUNTED = statementFamily('items.list-live-by-rank-counted', (limit: number) =>
  liveByRank(
    limit,
    `(select item_position(p_lane => ($2::bigint[])[1], p_rank => $3::numeric)
       + (select count(*) from items where lane = ($2::bigint[])[1] and rank = $3::numeric))::float8`,
  ),
);

const liveByRank = (limit: number, position: string) => `
  select ${ITEM_FIELDS}, lanes.at as lane, item.rank::text as rank, ${position} as position
  from unnest($2::bigint[]) with ordinality as lanes (lane, at)
  cross join lateral (
    select * from items
    where items.lane = lanes.lane and rank > case when lanes.at = 1 then $3::numeric else '-infinity' end
    order by rank limit ${limit + 1}) item
  where item.organization_id = $1
  limit ${limit + 1}`;

/** Archived items in board order, or live ones with gaps caused by a filter. */
export const BY_RANK = pages('items.list-by-rank', (filter, limit: number) =>
  positioned(inBoardOrder(limit, filter), 'lane, rank', limit),
);

// Unpacking many values takes longer than a lookup in the index of values, which takes longer than unpacking
// few.
const ARE_PACKED = `(pg_column_size(items.values) > 2000 or pg_column_compression(items.values) is not null)`;

const entry = (columns: string) => `select ${columns} from item_values
        where item_key = items.key and column_key = $5::bigint and ordinal = 0`;

const IS_EMPTY = `case when ${ARE_PACKED} then not exists (${entry('')}) else not items.values ? $4 end`;

// A failed computation has no key, and a pending one has no key of the current kind.
const hasNoKey = (
  by: 'number' | 'text',
) => `(case when ${ARE_PACKED} then false else not items.values ? $4 end
        or (${entry(SORT_KEYS[by].key)}) is null)`;

/** Board order of the items without a value in column $4, whose key is $5; for computed columns, without a key of one kind. */
export const WITHOUT_VALUE = pages(
  'items.list-without-value',
  (filter, by: 'number' | 'text' | 'value', limit: number) => {
    const isEmpty = by === 'value' ? IS_EMPTY : hasNoKey(by);
    return positioned(inBoardOrder(limit, filter, isEmpty), 'lane, rank', limit);
  },
);

/** The rows of one lane that have a key. $3 is the key of the column, null if the key is a field of the item. */
export function keyed(by: SortKey): string {
  const { table, key } = SORT_KEYS[by];
  const ofColumn =
    table === 'item_values' ? `column_key = $3::bigint and ${key} is not null` : '$3::bigint is null';
  return `${ofColumn} and ${table}.lane = lanes.lane`;
}

/**
 * After the cursor among rows with its key: all rows of later lanes, the following rows of its own lane, none of
 * earlier lanes.
 */
export const AFTER_CURSOR = `case when at > $5 then '-infinity' when at = $5 then $6::numeric else 'infinity' end`;

/**
 * Ascending by a key, ties in board order. $4 is the cursor's key, $5 the number of its lane, $6 its rank; the first
 * page begins after the least key in lane 0.
 */
export const ASCENDING = pages('items.list-ascending', (filter, by: SortKey, limit: number) => {
  const { table, key, type } = SORT_KEYS[by];
  const page = `
    select lanes.at as lane, found.*
    from (
      select lane, at, ${AFTER_CURSOR} as bound
      from unnest($2::bigint[]) with ordinality as each (lane, at)) lanes
    cross join lateral (
      ${firstRows(table, {
        key,
        where: `${keyed(by)} and (${key}, rank) > ($4::${type}, lanes.bound)`,
        order: `${key}, rank`,
        limit,
        filter,
      })}) found`;
  return positioned(page, 'key, lane, rank', limit);
});

/**
 * Rows of one key. A range instead of an equality, which the planner could use to choose a scan in the list's
 * own order past all other keys.
 */
export const ofKey = (key: string, value: string) => `and ${key} >= ${value} and ${key} <= ${value}`;

/** Rows with the cursor's key that follow the cursor, in the order of key and rank. */
export const afterInKey = (key: string, type: string) =>
  `and (${key}, rank) > ($4::${type}, lanes.bound) and ${key} <= $4`;

/**
 * Descending by a key, ties in board order, which a backward index scan does not give: the last key of a page is
 * read again in forward order. The first page has no cursor.
 */
export const DESCENDING = pages(
  'items.list-descending',
  (filter, by: SortKey, isFirst: boolean, limit: number) => {
    const { table, key, type } = SORT_KEYS[by];
    const rows = (condition: string, order: string) =>
      firstRows(table, { key, where: `${keyed(by)} ${condition}`, order, limit, filter });
    const restOfCursorsKey = `
      (${rows(afterInKey(key, type), `${key}, rank`)})
      union all`;
    const page = `
    select lanes.at as lane, found.*
    from (
      select lane, at, ${isFirst ? 'null' : AFTER_CURSOR} as bound
      from unnest($2::bigint[]) with ordinality as each (lane, at)) lanes
    cross join lateral (
      with below as (
        ${rows(isFirst ? '' : `and ${key} < $4::${type}`, `${key} desc, rank desc`)}),
      last as (select min(key) as key from below)
      ${isFirst ? '' : restOfCursorsKey}
      (select below.* from below, last where below.key > last.key)
      union all
      (${rows(ofKey(key, '(select last.key from last)'), `${key}, rank`)})
    ) found`;
    return positioned(page, 'key desc, lane, rank', limit);
  },
);

/**
 * By the last change, ties in board order, on a board without that order (decision 0110). It has no index, which each
 * change would have to write (decision 0075): every lane is read completely, once and in its own order, which mostly matches the order on disk. $3 is
 * null, $4 to $6 as in ASCENDING.
 */
export const BY_LAST_CHANGE = pages(
  'items.list-by-last-change',
  (filter, isDescending: boolean, isFirst: boolean, limit: number) => {
    const direction = isDescending ? 'desc' : 'asc';
    const sign = isDescending ? '<' : '>';
    const after = `(item.updated_at ${sign} $4::timestamptz or (item.updated_at = $4 and item.rank > lanes.bound))`;
    const conditions = [...(isFirst ? [] : [after]), ...(filter === '' ? [] : [`(${filter})`])].join(' and ');
    const page = `
    select lanes.at as lane, found.*
    from (
      select lane, at, ${isFirst ? 'null' : AFTER_CURSOR} as bound
      from unnest($2::bigint[]) with ordinality as each (lane, at)) lanes
    cross join lateral (
      select item.key as item, updated_at as key, rank
      from (select * from items where ${keyed('updatedAt')} order by rank offset 0) item
      where ${conditions || 'true'} order by key ${direction}, rank limit ${limit + 1}) found`;
    return positioned(page, `key ${direction}, lane, rank`, limit);
  },
);

/**
 * By the order of options, ties in board order. $4: the keys of the options in order, from the cursor's onwards;
 * $5 and $6 the cursor's lane and rank, which apply to the first of these keys (lane 0 for the first page).
 */
export const BY_OPTION = pages('items.list-by-option', (filter, limit: number) => {
  // All lists of one option before those of the next, as in board order.
  const page = `
    select scanned.* from (
    select lists.at as lane, lists.option_at as key, found.item, found.rank
    from (
      select lane, at, key, option_at, case when option_at = 1 then ${AFTER_CURSOR} else '-infinity' end as bound
      from unnest($4::text[]) with ordinality as options (key, option_at)
      cross join unnest($2::bigint[]) with ordinality as lanes (lane, at)
      order by option_at, at) lists
    cross join lateral (
      ${firstRows('item_values', {
        key: 'null::text',
        where: `column_key = $3 and item_values.lane = lists.lane and text_key = lists.key
        and rank > lists.bound`,
        order: 'rank',
        limit,
        filter,
      })}) found
    limit ${limit + 1}) scanned`;
  return positioned(page, 'key, lane, rank', limit);
});
