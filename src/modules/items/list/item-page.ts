import { type Statement, statementFamily, statementOfShape } from '../../../platform/database/statement';
import { ITEM_FIELDS } from '../item.record';

/** SQL that all pages of items share. $1 is the organization, $2 the lanes in order. */

/** What a list can be sorted by: the location of its key, its SQL type, and a key below all others. */
export const SORT_KEYS = {
  number: {
    table: 'item_values',
    key: 'number_key',
    item: 'item_key',
    type: 'double precision',
    least: '-Infinity',
  },
  text: { table: 'item_values', key: 'text_key', item: 'item_key', type: 'text', least: '' },
  name: { table: 'items', key: 'name_key', item: 'key', type: 'text', least: '' },
  createdAt: { table: 'items', key: 'created_at', item: 'key', type: 'timestamptz', least: '-infinity' },
  updatedAt: { table: 'items', key: 'updated_at', item: 'key', type: 'timestamptz', least: '-infinity' },
  createdBy: { table: 'items', key: 'created_by', item: 'key', type: 'text', least: '' },
} as const;

export type SortKey = keyof typeof SORT_KEYS;

/** Pages built once for each small choice, and again for each filter. */
export function pages<Choice extends readonly (string | number | boolean)[]>(
  name: string,
  build: (filter: string, ...choice: Choice) => string,
): (filter: string, ...choice: Choice) => Statement {
  const unfiltered = statementFamily(name, (...choice: Choice) => build('', ...choice));
  return (filter, ...choice) =>
    filter === '' ? unfiltered(...choice) : statementOfShape(name, build(filter, ...choice));
}

// One by one by key: a planner that assumes an empty table would read all of it for each page.
const ITEM_OF_PAGE = `cross join lateral (
    select * from items where organization_id = $1 and items.key = page.item offset 0) item`;

/** Keeps the rows of `entry` whose item passes a test, one by one in their order. */
export const matchingItem = (test: string) => `cross join lateral (
    select from items item
    where item.organization_id = $1 and item.key = entry.item and (${test}) offset 0) matching`;

/**
 * A page whose rows are anywhere in their lists. The counters of the lists' blocks are summed once into arrays;
 * for each row, a search in memory finds how many blocks end before it and adds the items in between.
 */
export const positioned = (page: string, order: string, limit: number, before = '') => `
  with ${before} page as materialized (
    select page.*, abs(($2::bigint[])[page.lane::int]) as list
    from (${page} order by ${order} limit ${limit + 1}) page),
  blocks as materialized (
    select lists.list, block.ends, block.sums
    from (select distinct list from page) lists
    cross join lateral (
      select array_agg(end_rank) as ends, array_agg(live) as sums from (
        select end_rank, sum(sum(live)) over (order by end_rank rows unbounded preceding) as live
        from item_runs where lane = lists.list and level = 2
        group by end_rank order by end_rank) each) block)
  select ${ITEM_FIELDS}, page.lane, page.rank::text as rank, page.key,
    (coalesce(blocks.sums[own.blocks], 0) + coalesce(runs.live, 0) + (
      select count(*) from items
      where lane = page.list and rank < page.rank
        and rank >= coalesce(runs.end_rank, blocks.ends[own.blocks], '-infinity'))
    )::float8 as position
  from page
  ${ITEM_OF_PAGE}
  left join blocks on blocks.list = page.list
  cross join lateral (select width_bucket(page.rank, blocks.ends) as blocks offset 0) own
  cross join lateral (
    select sum(live) as live, max(end_rank) as end_rank from item_runs
    where lane = page.list and level = 1
      and end_rank > coalesce(blocks.ends[own.blocks], '-infinity') and end_rank <= page.rank) runs
  order by ${order.replace('rank', 'page.rank')}`;
