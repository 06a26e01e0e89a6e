/** SQL with a name, so that PostgreSQL parses and plans it once per connection. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

export const PAGE_SIZE = 50;
/**
 * One more row shows whether there is a next page. A literal: as a parameter, it makes PostgreSQL plan every call again.
 */
const LIMIT = PAGE_SIZE + 1;

export const ITEM_COLUMNS = (item: string) =>
  `${item}.id, ${item}.name, ${item}.board_id, ${item}.group_id, ${item}.created_by, ` +
  `${item}.created_at, ${item}.updated_at, ${item}."values", ${item}.parent_id`;

/**
 * Exact zero-based place in the group: the earlier chunks' counts, and the lower ranks in the item's own
 * chunk.
 */
export const positionOf = (item: string) => `(
  select coalesce((select sum(count) from chunks where group_id = ${item}.group_id and low < own.low), 0)
    + (select count(*) from items other where other.group_id = ${item}.group_id
       and other.rank >= own.low and other.rank < ${item}.rank)
  from (
    select low from chunks where group_id = ${item}.group_id and low <= ${item}.rank order by low desc limit 1
  ) own
)`;

/** The caller counts on from 0 in each group. */
export const FIRST_PAGE: Statement = {
  name: 'first-page',
  text: `
    select ${ITEM_COLUMNS('item')}
    from groups
    cross join lateral (
      select * from items where group_id = groups.id order by rank limit ${LIMIT}
    ) item
    where groups.board_id = $1
    order by groups.position, item.rank limit ${LIMIT}`,
};

/**
 * Begins behind the row the cursor names; last comes that row's own place, from which the caller counts on.
 */
export const PAGE_AFTER: Statement = {
  name: 'page-after',
  text: `
    with last as materialized (
      select groups.position as group_position, item.group_id, item.rank, ${positionOf('item')} as position
      from items item join groups on groups.board_id = item.board_id and groups.id = item.group_id
      where item.id = $2 and item.board_id = $1
    )
    select ${ITEM_COLUMNS('item')}, case when item.group_id = last.group_id then last.position else -1 end
    from last
    join groups on groups.board_id = $1 and groups.position >= last.group_position
    cross join lateral (
      select * from items
      where group_id = groups.id and rank > case when groups.id = last.group_id then last.rank else '' end
      order by rank limit ${LIMIT}
    ) item
    order by groups.position, item.rank limit ${LIMIT}`,
};

/** Begins at a place of the board: the counters up to it, then the rows of its chunk. As in PAGE_AFTER, the place before comes last. */
export const PAGE_FROM: Statement = {
  name: 'page-from',
  text: `
    with counted as materialized (
      select groups.position as group_position, chunks.group_id, low, count,
        sum(count) over (order by groups.position, low rows unbounded preceding) as upto,
        sum(count) over (partition by groups.position order by low rows unbounded preceding) as upto_in_group
      from groups join chunks on chunks.group_id = groups.id
      where groups.board_id = $1
    ),
    own as materialized (
      select *, $2::bigint - (upto - count) as inside from counted where upto > $2::bigint order by upto limit 1
    ),
    first as materialized (
      select group_position, group_id, upto_in_group - count + inside - 1 as position, (
        select rank from items where items.group_id = own.group_id and rank >= own.low
        order by rank offset own.inside limit 1) as rank
      from own
    )
    select ${ITEM_COLUMNS('item')}, case when item.group_id = first.group_id then first.position else -1 end
    from first
    join groups on groups.board_id = $1 and groups.position >= first.group_position
    cross join lateral (
      select * from items
      where group_id = groups.id and rank >= case when groups.id = first.group_id then first.rank else '' end
      order by rank limit ${LIMIT}
    ) item
    order by groups.position, item.rank limit ${LIMIT}`,
};

export const GROUP_COUNTS: Statement = {
  name: 'group-counts',
  text: `
    select groups.id, coalesce((select sum(count) from chunks where group_id = groups.id), 0)
    from groups where board_id = $1 order by position`,
};

/**
 * Rows in their order with a place each: the running sums of all counters of the page's groups are made once, in one
 * pass, and each row finds its own by binary search. One sum per row, as items.get does it, takes half as long again.
 */
const placed = (page: string) => `
    with page as materialized (${page}), counted as materialized (
      select page_groups.group_id, chunk.lows, chunk.earlier
      from (select distinct group_id from page) page_groups
      cross join lateral (
        select array_agg(low) as lows, array_agg(upto - count) as earlier from (
          select low, count, sum(count) over (order by low rows unbounded preceding) as upto
          from chunks where chunks.group_id = page_groups.group_id order by low
        ) running
      ) chunk
    )
    select ${ITEM_COLUMNS('page')},
      earlier[own.chunk] + (
        select count(*) from items other where other.group_id = page.group_id
        and other.rank >= lows[own.chunk] and other.rank < page.rank
      )
    from page
    join counted on counted.group_id = page.group_id
    cross join lateral (select width_bucket(page.rank, counted.lows) as chunk offset 0) own
    order by page.key, page.rank`;

/** The index gives the order. */
const sortedPage = (cells: 'cells' | 'text_cells'): Statement => ({
  name: `sorted-page-${cells}`,
  text: placed(`
      select ${ITEM_COLUMNS('item')}, item.rank, cell.key
      from (select item_id, key, rank from ${cells} where column_id = $1 order by key, rank limit ${LIMIT}) cell
      join items item on item.id = cell.item_id
      order by cell.key, cell.rank`),
});

export const SORTED_PAGE = sortedPage('cells');
export const SORTED_BY_TEXT_PAGE = sortedPage('text_cells');

const sortedByField = (name: string, key: string): Statement => ({
  name: `sorted-page-${name}`,
  text: placed(`
      select ${ITEM_COLUMNS('item')}, item.rank, ${key} as key
      from items item where board_id = $1 order by ${key}, rank limit ${LIMIT}`),
});

/** By the name that the field has in an input. */
export const SORTED_BY_FIELD_PAGES = new Map([
  ['name', sortedByField('name', 'lower(name) collate "C"')],
  ['createdAt', sortedByField('createdAt', 'created_at')],
  ['createdBy', sortedByField('createdBy', 'created_by')],
]);

/** The index gives the order, each item is tested as it comes; pinned, so that not everything is read and sorted. */
export const FILTERED_PAGE: Statement = {
  name: 'filtered-page',
  text: placed(`
      select ${ITEM_COLUMNS('item')}, item.rank, cell.key
      from (select item_id, key, rank from cells where column_id = $1 order by key, rank offset 0) cell
      cross join lateral (
        select * from items where id = cell.item_id and "values" ->> $2 = $3 offset 0) item
      order by cell.key, cell.rank limit ${LIMIT}`),
};

/** So few that the index of their own column finds them all. */
export const RARE_PAGE: Statement = {
  name: 'rare-page',
  text: placed(`
      select ${ITEM_COLUMNS('item')}, item.rank, groups.position as key
      from (select item_id from cells where column_id = $1 and key >= $2 and key <= $3 offset 0) cell
      join items item on item.id = cell.item_id
      join groups on groups.board_id = item.board_id and groups.id = item.group_id
      order by groups.position, item.rank limit ${LIMIT}`),
};

export const SEARCHED_PAGE: Statement = {
  name: 'searched-page',
  text: placed(`
      select ${ITEM_COLUMNS('item')}, item.rank, groups.position as key
      from items item
      join groups on groups.board_id = item.board_id and groups.id = item.group_id
      where lower(item.name) like $2 and item.board_id = $1
      order by groups.position, item.rank limit ${LIMIT}`),
};

export const ITEM: Statement = {
  name: 'item',
  text: `
    select ${ITEM_COLUMNS('item')}, ${positionOf('item')}, item.description, (
        select json_agg(json_build_array(id, name, created_at, updated_at, "values") order by rank)
        from items sub where sub.parent_id = item.id), (
        select coalesce(sum(count), 0) from comment_counts where item_id = item.id), (
        select count(*) from item_files where item_id = item.id)
    from items item where item.id = $1`,
};

/**
 * Lock, change, index row and event in one statement; the lock makes the previous value the one that was
 * replaced.
 */
export const SET_VALUE: Statement = {
  name: 'set-value',
  text: `
    with target as (
      select id, rank, "values" -> $2::text as previous from items where id = $1 for no key update
    ), cell as (
      insert into cells (item_id, column_id, key, rank) select id, $2, $4, rank from target
      on conflict (item_id, column_id) do update set key = excluded.key
    ), event as (
      insert into outbox (id, type, payload)
      select $5, 'value.changed',
        jsonb_build_object('itemId', id, 'columnId', $2, 'value', $3::jsonb, 'previousValue', previous)
      from target
    )
    update items item set "values" = item."values" || jsonb_build_object($2, $3::jsonb), updated_at = now()
    from target where item.id = target.id
    returning ${ITEM_COLUMNS('item')}, ${positionOf('item')}, item.description`,
};

export const CREATE_ITEM: Statement = {
  name: 'create-item',
  text: 'select created, place from create_item($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)',
};

export const MOVE_ITEM: Statement = {
  name: 'move-item',
  text: `select ${ITEM_COLUMNS('item')}, $3, item.description from move_item($1, $2, $3, $4) item`,
};

/**
 * Board, groups and columns as rows of one set, in this order. JSON made by json_agg takes as long and writes
 * timestamps its own way.
 */
export const BOARD: Statement = {
  name: 'board',
  text: `
    select 0 as kind, 0 as position, id, name, default_view, project_id,
        (select coalesce(sum(count), 0)::int from chunks
          where group_id = any (array(select id from groups where board_id = $1))) as number,
        false, created_at, null::jsonb, null::jsonb, created_by, archived_at, updated_at
      from boards where id = $1
    union all
    select 1, position, id, name, color, null, 0, collapsed, null, null, null, null, null, null
      from groups where board_id = $1
    union all
    select 2, position, id, name, type, null, width, required, created_at, config, default_value, null, null, null
      from columns where board_id = $1
    order by kind, position`,
};

export const USER_WITH_MEMBERSHIPS: Statement = {
  name: 'user-with-memberships',
  text: `
    select users.id, users.email, users.name, users.avatar,
      memberships.organization_id, organizations.slug, memberships.role, users.is_service_account, users.updated_at
    from users
    join memberships on memberships.user_id = users.id
    join organizations on organizations.id = memberships.organization_id
    where users.id = $1`,
};

/** Read once per board and kept: what a column's values look like on the wire. */
export const COLUMNS_OF_BOARD: Statement = {
  name: 'columns-of-board',
  text: 'select board_id, id, type, config from columns where board_id = $1 order by position',
};

export const COLUMNS_BESIDE: Statement = {
  name: 'columns-beside',
  text: `
    select board_id, id, type, config from columns
    where board_id = (select board_id from columns where id = $1) order by position`,
};

export const TOKENS: Statement = { name: 'tokens', text: 'select hash, user_id from tokens' };
