import { type Statement, statement, statementOfShape } from '../../../platform/database/statement';
import { matchingItem, positioned, SORT_KEYS, type SortKey } from './item-page';
import { AFTER_CURSOR, afterInKey, keyed, ofKey } from './items-list.statements';

/**
 * Scan windows of a sorted order across several lanes: the next `depth` entries of each lane are read from the
 * index alone, merged up to the point that all lanes have reached, and tested one after the other until the page
 * is full. A separate scan of each lane would fetch and test a page of items per lane (decision 0050).
 *
 * $1 is the organization, $2 the lanes, $3 the column (null if the key is a field of the item), $4 to $6 key,
 * lane and rank of the cursor. The last row has no item: it gives the end of the window, and is missing when no
 * lane has more entries.
 */
export function scanWindow(
  filter: string,
  { by, isDescending, isFirst }: { by: SortKey; isDescending: boolean; isFirst: boolean },
  limit: number,
  depth: number,
): Statement {
  const direction = isDescending ? 'desc' : 'asc';
  const entries = isDescending ? descending(by, isFirst, depth) : ascending(by, depth);
  return statementOfShape(
    'items.list-scan-window',
    `with entries as materialized (
       select lanes.at as lane, found.*
       from (
         select lane, at, ${isDescending && isFirst ? 'null' : AFTER_CURSOR} as bound
         from unnest($2::bigint[]) with ordinality as each (lane, at)) lanes
       cross join lateral (${entries}) found),
     reach as materialized (
       select lane, key, rank from entries where is_end order by key ${direction}, lane, rank limit 1)
     (select kept.lane, kept.item, kept.key, kept.rank::text as rank from (
       select entry.lane, entry.item, entry.key, entry.rank
       from (
         select entries.* from entries left join reach on true
         where reach.lane is null or entries.key ${isDescending ? '>' : '<'} reach.key
           or (entries.key = reach.key and (entries.lane, entries.rank) <= (reach.lane, reach.rank))
         order by entries.key ${direction}, entries.lane, entries.rank offset 0) entry
       ${matchingItem(filter)}
       limit ${limit + 1}) kept)
     union all
     select lane, null, key, rank::text from reach`,
  );
}

function ascending(by: SortKey, depth: number): string {
  const { key, type } = SORT_KEYS[by];
  return `
    select entry.*, row_number() over (order by key, rank) = ${depth} as is_end
    from (${rows(by, `and (${key}, rank) > ($4::${type}, lanes.bound)`, `${key}, rank`, depth)}) entry`;
}

/**
 * As in DESCENDING: the last key of the window is read again in forward order, because ties are in board order.
 */
function descending(by: SortKey, isFirst: boolean, depth: number): string {
  const { key, type } = SORT_KEYS[by];
  const restOfCursorsKey = `
    select rest.*, row_number() over (order by key, rank) = ${depth} as is_end
    from (${rows(by, afterInKey(key, type), `${key}, rank`, depth)}) rest
    union all`;
  return `
    with below as (
      ${rows(by, isFirst ? '' : `and ${key} < $4::${type}`, `${key} desc, rank desc`, depth)}),
    last as (select min(key) as key, count(*) = ${depth} as is_cut from below)
    ${isFirst ? '' : restOfCursorsKey}
    select below.*, false as is_end from below, last where below.key > last.key
    union all
    select lowest.*, last.is_cut and row_number() over (order by lowest.rank desc) = 1
    from last cross join (${rows(by, ofKey(key, '(select last.key from last)'), `${key}, rank`, depth)}) lowest`;
}

function rows(by: SortKey, condition: string, order: string, depth: number): string {
  const { table, key, item } = SORT_KEYS[by];
  return `select ${item} as item, ${key} as key, rank from ${table}
      where ${keyed(by)} ${condition} order by ${order} limit ${depth}`;
}

/**
 * The items that windows found, in their order: $3 their keys, $4 the numbers of their lanes in $2, $5 their ranks.
 */
export const FOUND = statement(
  'items.list-found',
  positioned(
    `select found.lane, found.item, found.rank, found.at as key
     from unnest($4::int[], $3::bigint[], $5::numeric[]) with ordinality as found (lane, item, rank, at)`,
    'key',
    200,
  ),
);
