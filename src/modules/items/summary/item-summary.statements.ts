import type { RecordKey } from '../../../kernel/record-key';
import { isKeyOf } from '../../../platform/database/is-key-of';
import { type Statement, statementOfShape } from '../../../platform/database/statement';
import type { AddParameter, CellGrouping, CellMeasure, CompiledFilters } from '../../columns';
import { selectedItems } from '../order/selected-items';

/** What groups items: the group of the board, or the cells of a column. */
export type Grouping = 'groupId' | CellGrouping;

/** A column to aggregate, with its key in the index of values. */
export interface Measure extends CellMeasure {
  columnKey: RecordKey;
}

interface Scan {
  grouping: Grouping | null;
  measures: readonly Measure[];
  filters: CompiledFilters | null;
  /** The select to start from; null for all items of the lanes. */
  narrow: CompiledFilters['narrows'][number] | null;
}

/**
 * Aggregates in one pass over the items: $1 is the organization, $2 the lanes. A row for each key, and one for all items, with
 * the key null and `isTotal`, when items can have several keys.
 */
export function aggregateItems(add: AddParameter, { grouping, measures, filters, narrow }: Scan): Statement {
  const isList = grouping !== null && grouping !== 'groupId' && grouping.isList;
  const cells = measures.flatMap(({ isFilled, value }, at) => [
    ...(isFilled === null ? [] : [`(${isFilled(add)}) as filled_${at}`]),
    ...(value === null ? [] : [`${value.sql(add)} as value_${at}`]),
  ]);
  const key = isList ? 'keys.key' : `${keyOf(add, grouping)}::text`;
  const keys = isList ? `cross join lateral (${keysOf(add, grouping)}) keys` : '';
  const text = `select key, is_total as "isTotal", count(*)::float8 as count${measures
    .map((measure, at) => `, ${tallied(measure, at)}`)
    .join('')}
    from (
      select ${[`${key} as key`, `${isList ? 'keys.is_total' : 'false'} as is_total`, ...cells].join(', ')}
      from ${selectedItems(add, narrow)} item ${keys}
      where item.organization_id = $1 and item.lane = any ($2)${filters === null ? '' : ` and (${filters.test(add)})`}
      offset 0) matching
    group by key, is_total`;
  return statementOfShape('items.summary', text);
}

function keyOf(add: AddParameter, grouping: Grouping | null): string {
  if (grouping === null) return 'null';
  return grouping === 'groupId' ? 'item.lane' : grouping.sql(add);
}

/** The total, and each key of a list; an empty cell has the key null. */
function keysOf(add: AddParameter, grouping: CellGrouping): string {
  const list = grouping.sql(add);
  return `select null::text as key, true as is_total
      union all
      select each.key, false from jsonb_array_elements_text(coalesce(${list}, '[null]'::jsonb)) each (key)`;
}

function tallied({ isFilled, value }: Measure, at: number): string {
  const filled = isFilled === null ? 'count(*)' : `count(*) filter (where filled_${at})`;
  if (value === null) return tallyOf(at, filled, '0', '0', 'null::text');
  const cell = value.of === 'time' && isFilled !== null ? `value_${at} collate "C"` : `value_${at}`;
  const sum = value.of === 'number' ? `coalesce(sum(value_${at}), 0)` : '0';
  return tallyOf(at, filled, `count(value_${at})`, sum, `min(${cell})`, `max(${cell})`);
}

function tallyOf(at: number, filled: string, valued: string, sum: string, least: string, greatest = least) {
  return `${filled}::float8 as "filled${at}", ${valued}::float8 as "valued${at}", ${sum}::float8 as "sum${at}",
    ${least} as "least${at}", ${greatest} as "greatest${at}"`;
}

/** The live items of each lane, from counters. */
const COUNTS = `select lane::text as key, -1 as measure, sum(live)::float8 as count,
      null::float8 as sum, null::float8 as least, null::float8 as greatest
    from item_runs where ${isKeyOf('lane', '$1')} and lane = any ($2) and level = 2 group by lane`;

// A range of the organization's keys, as in COUNTS, would make the planner expect few items.
const PARAMETER_TYPE = `$1::text is not null`;

/**
 * Ranges of the index are joined by hash: the planner expects few items, and would look up hundreds of thousands one by one.
 */
const NO_LOOKUPS = 'offset 0';

interface IndexRead {
  grouping: Grouping | null;
  /** The key of the column that groups, only of items that match; null for groups of the board. */
  groupingKey: RecordKey | null;
  measures: readonly Measure[];
  /** Selects of the items that match; null for all items of the lanes. */
  exact: CompiledFilters['exact'];
}

/**
 * Aggregates without reading the items, from the index of values and counters: a row for each key and each measure with a value
 * there. The measure -1 has the items themselves, without a filter always by lane. $1 is the organization, $2 the lanes.
 */
export function aggregateIndex(
  add: AddParameter,
  { grouping, groupingKey, measures, exact }: IndexRead,
): Statement {
  const byColumn = grouping === null || grouping === 'groupId' ? null : grouping;
  // Read and joined once, although each measure needs them.
  const before =
    exact === null
      ? ''
      : `with matching as materialized (${keyedItems(
          add,
          exact.map((select) => select(add)),
          byColumn,
          groupingKey,
        )})`;
  const matching = exact === null ? '' : 'join matching on matching.item = entry.item';
  const key = exact === null ? 'entry.lane::text' : 'matching.key';
  const counted =
    exact === null
      ? COUNTS
      : `select key, -1 as measure, count(*)::float8 as count,
      null::float8 as sum, null::float8 as least, null::float8 as greatest
    from matching where ${PARAMETER_TYPE} group by 1`;
  const arms = measures.map(
    ({ columnKey, indexedBy }, at) => `select ${key}, ${at}, count(*)::float8, ${
      indexedBy === 'number_key' ? 'sum(number_key), min(number_key), max(number_key)' : 'null, null, null'
    }
    from (
      select item_key as item, lane, ${indexedBy} from item_values
      where column_key = ${add(columnKey)}::bigint and lane = any ($2) and ${indexedBy} is not null ${NO_LOOKUPS}) entry
    ${matching} group by 1`,
  );
  return statementOfShape(
    'items.summary-of-index',
    [`${before} ${counted}`, ...arms].join('\n    union all\n    '),
  );
}

/** The items that match, with the key of each: its lane, or that of the column. */
function keyedItems(
  add: AddParameter,
  exact: readonly string[],
  byColumn: CellGrouping | null,
  groupingKey: RecordKey | null,
): string {
  const items = commonItems(exact);
  if (byColumn === null) return `select item, lane::text as key from (${items}) matching`;
  return `select matching.item, keyed.key from (${items}) matching
      left join (${keyEntries(add, byColumn, groupingKey!)}) keyed on keyed.item = matching.item`;
}

/** All items of the lanes by the keys of one column: their number, and those of the items with each key, with the measure 0. */
export function countKeys(add: AddParameter, grouping: CellGrouping, groupingKey: RecordKey): Statement {
  return statementOfShape(
    'items.summary-of-keys',
    `${COUNTS}
    union all
    select key, 0, count(*)::float8, null, null, null
    from (${keyEntries(add, grouping, groupingKey)}) keyed group by 1`,
  );
}

function keyEntries(add: AddParameter, { keys, indexedBy }: CellGrouping, columnKey: RecordKey): string {
  const key = keys === 'boolean' ? `(number_key = 1)::text` : `${indexedBy}::text`;
  return `select item_key as item, ${key} as key from item_values
      where column_key = ${add(columnKey)}::bigint and lane = any ($2) and ${indexedBy} is not null ${NO_LOOKUPS}`;
}

function commonItems([first, ...others]: readonly string[]): string {
  const joins = others.map((select, at) => `join (${select}) other_${at} using (item)`);
  return `select item, first.lane from (${first!}) first ${joins.join(' ')}`;
}
