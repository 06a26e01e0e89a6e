import { statementFamily } from '../../../platform/database/statement';
import { positioned, SORT_KEYS, type SortKey } from './item-page';
import { AFTER_CURSOR, afterInKey, keyed, ofKey } from './items-list.statements';

/**
 * Unfiltered pages of a sorted order across many lanes (decision 0104). A page of each lane would be thousands of entries for
 * a page of 50. Instead, the first entries of each lane, its heads, give a key that the page does not pass. Only lanes whose
 * heads are all before that key can contribute more, and they are few: each fills the page with its heads.
 *
 * Parameters are those of ASCENDING and DESCENDING.
 */

/** From this number of lanes on, reading the heads first is less work. */
const MANY_LANES = 8;

/**
 * The number of heads to read of each lane, as a power of two, so that few statements differ by it; null when the lanes are
 * few. All heads and the further pages are fewest at the square root.
 */
export function headsOf(lanes: number, limit: number): number | null {
  if (lanes < MANY_LANES) return null;
  return 2 ** Math.max(1, Math.round(Math.log2((limit + 1) / Math.sqrt(lanes))));
}

const LANES = (isFirst: boolean) => `lanes as materialized (
    select lane, at, ${isFirst ? 'null::numeric' : AFTER_CURSOR} as bound
    from unnest($2::bigint[]) with ordinality as each (lane, at))`;

function rows(by: SortKey, condition: string, order: string, limit: number): string {
  const { table, key, item } = SORT_KEYS[by];
  return `select ${item} as item, ${key} as key, rank from ${table}
      where ${keyed(by)} ${condition} order by ${order} limit ${limit}`;
}

export const ASCENDING_OF_MANY = statementFamily(
  'items.list-ascending-of-many',
  (by: SortKey, heads: number, limit: number) => {
    const { key, type } = SORT_KEYS[by];
    const bounds = `${LANES(false)},
  heads as materialized (
    select lanes.at, lanes.lane as of, head.*
    from lanes cross join lateral (
      select entry.*, row_number() over (order by key, rank) = ${heads} as is_last
      from (${rows(by, `and (${key}, rank) > ($4::${type}, lanes.bound)`, `${key}, rank`, heads)}) entry) head),
  reach as materialized (
    select key, at, rank from heads order by key, at, rank offset ${limit} limit 1)`;
    const page = `
    select at as lane, item, key, rank from heads
    union all
    select lanes.at, further.*
    from (
      select at, of as lane, key, rank from heads
      where is_last and ((key, at, rank) < (select key, at, rank from reach) or not exists (select from reach))) lanes
    cross join lateral (
      ${rows(by, `and (${key}, rank) > (lanes.key, lanes.rank)`, `${key}, rank`, limit + 1 - heads)}) further`;
    return positioned(page, 'key, lane, rank', limit, `${bounds},`);
  },
);

/**
 * Heads in the order of a backward index scan, with ties in the wrong order, give the key only. Rows of that key are then
 * read forward, lane after lane until the page is full.
 */
export const DESCENDING_OF_MANY = statementFamily(
  'items.list-descending-of-many',
  (by: SortKey, isFirst: boolean, heads: number, limit: number) => {
    const { key, type, least } = SORT_KEYS[by];
    const below = isFirst ? '' : `and ${key} < $4::${type}`;
    const bounds = `${LANES(isFirst)},
  heads as materialized (
    select lanes.at, lanes.lane as of, head.*
    from lanes cross join lateral (
      ${rows(by, below, `${key} desc, rank desc`, heads)}) head),
  reach as materialized (
    select key from heads order by key desc offset ${limit} limit 1),
  lasts as materialized (
    select at, of as lane, min(key) as key, count(*) = ${heads} as is_cut from heads group by at, of),
  longer as materialized (
    select * from lasts
    where is_cut and (key > (select key from reach) or not exists (select from reach)))`;
    const aboveReach = `and (${key}, rank) > (
          coalesce((select key from reach), '${least}'::${type}),
          case when exists (select from reach) then 'infinity'::numeric else '-infinity' end)`;
    const ofCursorsKey = `
    select rest.* from (
      select lanes.at as lane, found.*
      from lanes cross join lateral (
        ${rows(by, afterInKey(key, type), `${key}, rank`, limit + 1)}) found
      where lanes.at >= $5
      limit ${limit + 1}) rest
    union all`;
    const page = `${isFirst ? '' : ofCursorsKey}
    select at as lane, item, key, rank from heads
    where (key > (select key from reach) or not exists (select from reach))
      and at not in (select at from longer)
    union all
    select lanes.at, found.*
    from longer lanes cross join lateral (
      with below as (
        ${rows(by, `${below} ${aboveReach}`, `${key} desc, rank desc`, limit + 1)}),
      last as (select min(key) as key from below)
      (select below.* from below, last where below.key > last.key)
      union all
      (${rows(by, ofKey(key, '(select last.key from last)'), `${key}, rank`, limit + 1)})) found
    union all
    select level.* from (
      select lanes.at as lane, found.*
      from (select * from lasts where is_cut or key <= (select key from reach) order by at) lanes
      cross join lateral (
        ${rows(by, ofKey(key, '(select key from reach)'), `${key}, rank`, limit + 1)}) found
      limit ${limit + 1}) level`;
    return positioned(page, 'key desc, lane, rank', limit, `${bounds},`);
  },
);
