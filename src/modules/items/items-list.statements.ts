import { statement, statementFamily } from '../../platform/database/statement';
import { POSITION, POSITION_JOINS, POSITION_VALUE } from './item-position';
import { ITEM_FIELDS } from './item.record';

/**
 * Pages of items.list. Every statement walks an index from a bound, lane by lane ($2: lanes in order), and stops after
 * a page; what it costs does not depend on how many items there are. Rows come with `lane`, the lane's number in $2.
 */

/** Where a cursor's item stands: in its list, and under the sort key of a column. */
export const CURSOR = statement(
  'items.list-cursor',
  `select coalesce(item.parent_id, item.group_id) as list, item.rank::text as rank,
     item.trashed_at is null and item.archived_at is null as "isLive",
     item.name_key as "nameKey", item.created_at as "createdAt", item.updated_at as "updatedAt",
     item.created_by as "createdBy",
     (select coalesce(to_jsonb(number_key), to_jsonb(text_key)) from item_values
      where organization_id = $1 and column_id = $4 and item_id = item.id and ordinal = 0) as "columnKey",
     case when $5 then ${POSITION_VALUE} end as before
   from items item ${POSITION_JOINS}
   where item.organization_id = $1 and item.id = $2 and item.board_id = $3`,
);

/** Live items of a lane up to a rank, that one included. */
export const COUNT_UP_TO = statement(
  'items.list-count-up-to',
  `select (coalesce(item_position($1, $2, $3), 0)
       + (select count(*) from items where organization_id = $1 and lane = $2 and rank = $3))::float8 as before`,
);

// A page's rows in order, completed with what the wire shows; positions are computed for these rows alone.
const completed = (
  page: string,
  order: string,
  limit: number,
  position = POSITION,
  joins = POSITION_JOINS,
) => `
  select ${ITEM_FIELDS}, page.lane, page.rank::text as rank,
    ${position}
  from (${page} order by ${order} limit ${limit + 1}) page
  join items item on item.organization_id = $1 and item.id = page.id ${joins}
  order by ${order.replace('rank', 'page.rank')}`;

/**
 * A page of a sorted list, whose rows stand anywhere in their lists. The counters of the lists' blocks are summed once
 * into arrays; each row then searches in memory how many blocks end before it, and adds up what lies between.
 */
const positioned = (page: string, order: string, limit: number) => `
  with page as materialized (
    select page.*, replace(($2::text[])[page.lane::int], 'archived:', '') as list
    from (${page} order by ${order} limit ${limit + 1}) page),
  blocks as materialized (
    select lists.list, array_agg(block.end_rank order by block.end_rank) as ends,
      array_agg(block.live order by block.end_rank) as sums
    from (select distinct list from page) lists
    cross join lateral (
      select end_rank, sum(sum(live)) over (order by end_rank rows unbounded preceding) as live
      from item_runs where organization_id = $1 and lane = lists.list and level = 2
      group by end_rank) block
    group by lists.list)
  select ${ITEM_FIELDS}, page.lane, page.rank::text as rank, page.key,
    (coalesce(blocks.sums[own.blocks], 0) + coalesce(runs.live, 0) + (
      select count(*) from items
      where organization_id = $1 and lane = page.list and rank < page.rank
        and rank >= coalesce(runs.end_rank, blocks.ends[own.blocks], '-infinity'))
    )::float8 as position
  from page
  join items item on item.organization_id = $1 and item.id = page.id
  left join blocks on blocks.list = page.list
  cross join lateral (select width_bucket(page.rank, blocks.ends) as blocks offset 0) own
  cross join lateral (
    select sum(live) as live, max(end_rank) as end_rank from item_runs
    where organization_id = $1 and lane = page.list and level = 1
      and end_rank > coalesce(blocks.ends[own.blocks], '-infinity') and end_rank <= page.rank) runs
  order by ${order.replace('rank', 'page.rank')}`;

// Board order. $3 is the rank after which the first lane begins.
const inBoardOrder = (limit: number, condition = '') => `
    select lanes.at as lane, found.id, found.rank
    from unnest($2::text[]) with ordinality as lanes (lane, at)
    cross join lateral (
      select id, rank from items
      where organization_id = $1 and items.lane = lanes.lane ${condition}
        and rank > case when lanes.at = 1 then $3::numeric else '-infinity' end
      order by rank limit ${limit + 1}) found`;

/** Live items in board order; who reads them counts their positions, which follow each other. */
export const LIVE_BY_RANK = statementFamily('items.list-live-by-rank', (limit: number) =>
  completed(inBoardOrder(limit), 'lane, rank', limit, 'null as position', ''),
);

export const ARCHIVED_BY_RANK = statementFamily('items.list-archived-by-rank', (limit: number) =>
  completed(inBoardOrder(limit), 'lane, rank', limit),
);

/** Board order of the items without a value in column $4. */
export const WITHOUT_VALUE = statementFamily('items.list-without-value', (limit: number) =>
  completed(inBoardOrder(limit, 'and not items.values ? $4'), 'lane, rank', limit),
);

/** What a list can be sorted by: where its key lies, its SQL type, and a key below all others. */
export const SORT_KEYS = {
  number: {
    table: 'item_values',
    key: 'number_key',
    id: 'item_id',
    type: 'double precision',
    least: '-Infinity',
  },
  text: { table: 'item_values', key: 'text_key', id: 'item_id', type: 'text', least: '' },
  name: { table: 'items', key: 'name_key', id: 'id', type: 'text', least: '' },
  createdAt: { table: 'items', key: 'created_at', id: 'id', type: 'timestamptz', least: '-infinity' },
  updatedAt: { table: 'items', key: 'updated_at', id: 'id', type: 'timestamptz', least: '-infinity' },
  createdBy: { table: 'items', key: 'created_by', id: 'id', type: 'text', least: '' },
} as const;

export type SortKey = keyof typeof SORT_KEYS;

/** The rows of one lane that have a key. $3 is the column, null where the key is a field of the item. */
function keyed(by: SortKey): string {
  const { table, key } = SORT_KEYS[by];
  const ofColumn = table === 'item_values' ? `column_id = $3 and ${key} is not null` : '$3::text is null';
  return `from ${table} where organization_id = $1 and ${ofColumn} and ${table}.lane = lanes.lane`;
}

// After the cursor among rows of its own key: all of later lanes, in its own lane what follows it, none of earlier ones.
const afterCursor = `case when at > $5 then '-infinity' when at = $5 then $6::numeric else 'infinity' end`;

/**
 * Ascending by a key, ties in board order. $4 is the cursor's key, $5 the number of its lane, $6 its rank; the first
 * page begins after the least key in lane 0.
 */
export const ASCENDING = statementFamily('items.list-ascending', (by: SortKey, limit: number) => {
  const { key, id, type } = SORT_KEYS[by];
  const page = `
    select lanes.at as lane, found.*
    from (
      select lane, at, ${afterCursor} as bound
      from unnest($2::text[]) with ordinality as each (lane, at)) lanes
    cross join lateral (
      select ${id} as id, ${key} as key, rank ${keyed(by)}
        and (${key}, rank) > ($4::${type}, lanes.bound)
      order by ${key}, rank limit ${limit + 1}) found`;
  return positioned(page, 'key, lane, rank', limit);
});

/**
 * Descending by a key, ties still in board order, which the index read backwards does not give: the last key that a
 * page reaches is read again forwards. The first page has no cursor.
 */
export const DESCENDING = statementFamily(
  'items.list-descending',
  (by: SortKey, isFirst: boolean, limit: number) => {
    const { key, id, type } = SORT_KEYS[by];
    const row = `${id} as id, ${key} as key, rank`;
    const restOfCursorsKey = `
      (select ${row} ${keyed(by)} and ${key} = $4::${type} and rank > lanes.bound
       order by rank limit ${limit + 1})
      union all`;
    const page = `
    select lanes.at as lane, found.*
    from (
      select lane, at, ${isFirst ? 'null' : afterCursor} as bound
      from unnest($2::text[]) with ordinality as each (lane, at)) lanes
    cross join lateral (
      with below as (
        select ${row} ${keyed(by)} ${isFirst ? '' : `and ${key} < $4::${type}`}
        order by ${key} desc, rank desc limit ${limit + 1}),
      last as (select min(key) as key from below)
      ${isFirst ? '' : restOfCursorsKey}
      (select below.* from below, last where below.key > last.key)
      union all
      (select ${row} ${keyed(by)} and ${key} = (select last.key from last) order by rank limit ${limit + 1})
    ) found`;
    return positioned(page, 'key desc, lane, rank', limit);
  },
);

/**
 * By the order of options, ties in board order. $4: the options' keys in order, from the cursor's on; $5 and $6 the
 * cursor's lane and rank, which bind the first of these keys (lane 0 for the first page).
 */
export const BY_OPTION = statementFamily('items.list-by-option', (limit: number) => {
  const page = `
    select lanes.at as lane, options.at as key, found.id, found.rank
    from unnest($4::text[]) with ordinality as options (key, at)
    cross join (
      select lane, at, ${afterCursor} as bound
      from unnest($2::text[]) with ordinality as each (lane, at)) lanes
    cross join lateral (
      select item_id as id, rank from item_values
      where organization_id = $1 and column_id = $3 and item_values.lane = lanes.lane and text_key = options.key
        and rank > case when options.at = 1 then lanes.bound else '-infinity' end
      order by rank limit ${limit + 1}) found`;
  return positioned(page, 'key, lane, rank', limit);
});
