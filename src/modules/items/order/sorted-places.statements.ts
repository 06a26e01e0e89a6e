import { statement, statementFamily } from '../../../platform/database/statement';
import { SORT_KEYS, type SortKey } from '../list/item-page';
import { keyed } from '../list/items-list.statements';

/**
 * The entry at a place of a sorted order ($4, from 0), from the index alone. $1 is the organization, $2 the lanes in order,
 * $3 the key of the column, null for a field of the item.
 *
 * The key at the place is found first, with ties in any order; then the place among the entries with that key, which are in
 * board order in both directions. No row beyond the last entry.
 */
export const SORTED_PLACE = statementFamily(
  'items.list-sorted-place',
  (by: SortKey, isDescending: boolean) => {
    const { table, key } = SORT_KEYS[by];
    const direction = isDescending ? 'desc' : 'asc';
    const before = isDescending ? '>' : '<';
    const entries = (condition: string) => `lanes cross join lateral (
      select ${key} as key, rank from ${table} where ${keyed(by)} ${condition}`;
    return `
  with lanes as (select lane, at from unnest($2::bigint[]) with ordinality as each (lane, at)),
  place as materialized (
    select entry.key
    from ${entries('')} order by ${key} ${direction}, rank ${direction} limit $4::bigint + 1) entry
    where $1::text is not null
    order by entry.key ${direction} offset $4::bigint limit 1),
  earlier as materialized (
    select count(*) as entries from ${entries(`and ${key} ${before} (select key from place)`)}) entry)
  select lanes.at::float8 as lane, entry.key, entry.rank::text as rank
  from ${entries(`and ${key} >= (select key from place) and ${key} <= (select key from place)`)} order by ${key}, rank
      limit $4::bigint - (select entries from earlier) + 1) entry
  order by lanes.at, entry.rank
  offset $4::bigint - (select entries from earlier) limit 1`;
  },
);

/** The number of entries of a sorted order. Parameters as in SORTED_PLACE. */
export const SORTED_LENGTH = statementFamily(
  'items.list-sorted-length',
  (by: SortKey) => `
  select count(*)::float8 as entries
  from unnest($2::bigint[]) as lanes (lane)
  cross join lateral (select from ${SORT_KEYS[by].table} where ${keyed(by)}) entry
  where $1::text is not null`,
);

/** The number of entries of each option ($4: keys) in each lane, in the order of the list. $1 to $3 as in SORTED_PLACE. */
export const OPTION_LENGTHS = statement(
  'items.list-option-lengths',
  `select option::float8 as option, lane::float8 as lane, entries
   from (
     select array_position($4::text[], text_key) as option, array_position($2::bigint[], lane) as lane,
       count(*)::float8 as entries
     from item_values
     where $1::text is not null and column_key = $3 and lane = any ($2) and text_key is not null
     group by text_key, item_values.lane) found
   where option is not null
   order by option, lane`,
);

/** The rank at a place ($5) among the entries of an option ($4) in one lane ($2). */
export const OPTION_RANK = statement(
  'items.list-option-rank',
  `select rank::text as rank from item_values
   where $1::text is not null and column_key = $3 and lane = $2 and text_key = $4
   order by item_values.rank offset $5 limit 1`,
);
