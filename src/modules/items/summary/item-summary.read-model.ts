import { Injectable } from '@nestjs/common';
import type { RecordKey } from '../../../kernel/record-key';
import type { CallContext } from '../../../access/principal';
import { Database } from '../../../platform/database/database';
import { ReadDatabase } from '../../../platform/database/replica/read-database';
import type { CompiledFilters } from '../../columns';
import { ItemCandidatesReadModel, parametersOf } from '../list/item-candidates.read-model';
import {
  aggregateIndex,
  aggregateItems,
  countKeys,
  type Grouping,
  type Measure,
} from './item-summary.statements';
import { added, type ColumnTally, emptyTally, NO_CELLS, type Tally } from './tally';

export interface SummaryQuery {
  /** Identifies lists and filters. */
  scan: string;
  lanes: readonly RecordKey[];
  filters: CompiledFilters | null;
  grouping: Grouping | null;
  /** The key of the column that groups; null for groups of the board. */
  groupingKey: RecordKey | null;
  measures: readonly Measure[];
}

/** All items, and those of each key; a key without items has no entry. Items without a key have the key null. */
export interface Summary {
  total: Tally;
  byKey: Map<string | null, Tally>;
}

interface IndexRow {
  key: string | null;
  measure: number;
  count: number;
  sum: number | null;
  least: number | null;
  greatest: number | null;
}

type ItemsRow = { key: string | null; isTotal: boolean; count: number } & Record<string, number & string>;

/** The counters of so many lists are read in less than a millisecond, also with a million items in each. */
const FEW_LISTS = 20;

/** Counts and aggregates of a board's items, from indexes alone if they contain everything. */
@Injectable()
export class ItemSummaryReadModel {
  constructor(
    private readonly database: Database,
    private readonly reports: ReadDatabase,
    private readonly candidates: ItemCandidatesReadModel,
  ) {}

  async summarize(context: CallContext, query: SummaryQuery): Promise<Summary> {
    const { filters, grouping, measures } = query;
    const isByLane = grouping === null || grouping === 'groupId';
    const hasKeys = isByLane || grouping.indexedBy !== null;
    if (!hasKeys || !measures.every(isIndexed)) return this.ofItems(context, query);
    if (filters === null && !isByLane)
      return measures.length === 0 ? this.ofKeys(context, query) : this.ofItems(context, query);
    if (filters === null) return this.ofIndex(context, query);
    if (filters.exact === null) return this.ofItems(context, query);
    // Reading few items is less work than ranges of the index for all items of the lists.
    const few = await this.candidates.find(context, { ...query, filters, limit: 0 });
    return few === null ? this.ofIndex(context, query) : this.ofItems(context, query);
  }

  private async ofIndex(context: CallContext, query: SummaryQuery): Promise<Summary> {
    const { lanes, measures, filters } = query;
    const isShort = filters === null && measures.length === 0 && lanes.length <= FEW_LISTS;
    const rows = await this.read<IndexRow>(
      context,
      lanes,
      (add) => aggregateIndex(add, { ...query, exact: filters?.exact ?? null }),
      isShort,
    );
    const byKey = new Map<string | null, Tally>();
    for (const lane of new Set(rows.map(({ key }) => key))) {
      const own = rows.filter(({ key }) => key === lane);
      const columns = measures.map((measure, at) =>
        indexTally(
          measure,
          own.find((row) => row.measure === at),
        ),
      );
      byKey.set(lane, { count: own.find(({ measure }) => measure === -1)?.count ?? 0, columns });
    }
    const total = [...byKey.values()].reduce(added, emptyTally(measures.length));
    return { total, byKey };
  }

  private async ofKeys(
    context: CallContext,
    { lanes, grouping, groupingKey }: SummaryQuery,
  ): Promise<Summary> {
    const rows = await this.read<IndexRow>(context, lanes, (add) =>
      countKeys(add, grouping as Exclude<Grouping, 'groupId'>, groupingKey!),
    );
    const countOf = (measure: number) =>
      rows.filter((row) => row.measure === measure).reduce((sum, { count }) => sum + count, 0);
    const count = countOf(-1);
    const byKey = new Map<string | null, Tally>(
      rows.filter(({ measure }) => measure === 0).map((row) => [row.key, { count: row.count, columns: [] }]),
    );
    const without = count - countOf(0);
    if (without > 0) byKey.set(null, { count: without, columns: [] });
    return { total: { count, columns: [] }, byKey };
  }

  private async ofItems(context: CallContext, query: SummaryQuery): Promise<Summary> {
    const { scan, lanes, filters, grouping, measures } = query;
    // Any number of candidates is less work than all items.
    const candidates =
      filters === null
        ? null
        : await this.candidates.find(context, { scan, lanes, limit: Number.MAX_SAFE_INTEGER, filters });
    const rows = await this.read<ItemsRow>(context, lanes, (add) =>
      aggregateItems(add, { grouping, measures, filters, narrow: candidates?.narrow ?? null }),
    );
    const tallied = rows.map((row) => ({
      key: row.key,
      isTotal: row.isTotal,
      tally: { count: row.count, columns: measures.map((_, at) => itemsTally(row, at)) },
    }));
    const totals = tallied.filter(({ isTotal }) => isTotal);
    const keyed = tallied.filter(({ isTotal }) => !isTotal);
    return {
      total: (totals.length > 0 ? totals : keyed)
        .map(({ tally }) => tally)
        .reduce(added, emptyTally(measures.length)),
      byKey: grouping === null ? new Map() : new Map(keyed.map(({ key, tally }) => [key, tally])),
    };
  }

  private read<Row>(
    context: CallContext,
    lanes: readonly RecordKey[],
    build: (add: ReturnType<typeof parametersOf>) => ReturnType<typeof aggregateIndex>,
    isShort = false,
  ): Promise<Row[]> {
    const values: unknown[] = [context.organizationId, lanes];
    const statement = build(parametersOf(values));
    return isShort
      ? this.database.lookup<Row>(context, statement, values)
      : this.reports.query<Row>(context, statement, values);
  }
}

function isIndexed({ indexedBy }: Measure): boolean {
  return indexedBy !== null;
}

/** Times are indexed as milliseconds. */
function indexTally({ value }: Measure, row: IndexRow | undefined): ColumnTally {
  if (row === undefined) return NO_CELLS;
  const { count, sum, least, greatest } = row;
  if (value === null) return { ...NO_CELLS, filled: count };
  const shown = (key: number | null) =>
    key !== null && value.of === 'time' ? new Date(key).toISOString() : key;
  return { filled: count, valued: count, sum: sum ?? 0, least: shown(least), greatest: shown(greatest) };
}

function itemsTally(row: ItemsRow, at: number): ColumnTally {
  return {
    filled: row[`filled${at}`]!,
    valued: row[`valued${at}`]!,
    sum: row[`sum${at}`]!,
    least: row[`least${at}`] ?? null,
    greatest: row[`greatest${at}`] ?? null,
  };
}
