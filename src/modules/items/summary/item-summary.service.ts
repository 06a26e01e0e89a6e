import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { InvalidInput } from '../../../kernel/app-error';
import type { CallContext } from '../../../access/principal';
import type { Input } from '../../../rpc/schema';
import {
  aggregateProblem,
  BoardFiltersService,
  CANNOT_GROUP,
  type CellAggregate,
  cellGrouping,
  cellMeasure,
} from '../../columns';
import { type BoardFacts, type ColumnFacts, HierarchyService } from '../../hierarchy';
import { conditionsOf, filtered } from '../list/list-conditions';
import { digestOf } from '../list/list-digest';
import { type itemsSummary, SUMMARY_GROUPS_MAX } from './item-summary.schemas';
import { ItemSummaryReadModel, type Summary } from './item-summary.read-model';
import type { Grouping, Measure } from './item-summary.statements';
import { added, emptyTally, type Tally } from './tally';

type SummaryInput = Input<typeof itemsSummary>;
type SummaryOutput = z.output<typeof itemsSummary.output>;
type Group = SummaryOutput['groups'][number];

interface Aggregate {
  columnId: ColumnFacts['id'];
  fn: CellAggregate;
  /** The place of its column among the measures. */
  at: number;
}

/** items.summary: how many items a list has, by group, and the aggregates of columns (contract §7). */
@Injectable()
export class ItemSummaryService {
  constructor(
    private readonly hierarchy: HierarchyService,
    private readonly filters: BoardFiltersService,
    private readonly reads: ItemSummaryReadModel,
  ) {}

  async summarize(context: CallContext, input: SummaryInput): Promise<SummaryOutput> {
    const { facts: board } = await this.hierarchy.board(context, input.boardId);
    const { measures, aggregates } = aggregatesOf(board, input);
    const column = groupingColumn(board, input);
    const grouping = column === null ? (input.groupBy === undefined ? null : 'groupId') : groupingOf(column);
    const conditions = conditionsOf(board, input);
    const filters = await this.filters.compile(context, board, conditions);
    const summary = await filtered(filters, () =>
      this.reads.summarize(context, {
        scan: `summary ${board.id} ${digestOf(conditions)}`,
        lanes: board.groups.map(({ key }) => key),
        filters,
        grouping,
        groupingKey: column?.key ?? null,
        measures,
      }),
    );
    const shown = (tally: Tally) => aggregates.map((aggregate) => valueOf(aggregate, tally));
    return {
      total: summary.total.count,
      aggregates: shown(summary.total),
      groups:
        grouping === null
          ? []
          : groupsOf(board, grouping, summary, measures.length).map(({ key, tally }) => ({
              key,
              count: tally.count,
              aggregates: shown(tally),
            })),
    };
  }
}

function aggregatesOf(
  board: BoardFacts,
  { aggregates }: SummaryInput,
): { measures: Measure[]; aggregates: Aggregate[] } {
  const measures: Measure[] = [];
  const places = new Map<string, number>();
  return {
    measures,
    aggregates: aggregates.map(({ columnId, fn }, index) => {
      const column = board.columnsById.get(columnId);
      if (!column) throw InvalidInput.at(`aggregates.${index}.columnId`, 'Unknown column of this board');
      const at = places.get(columnId) ?? measures.push({ ...cellMeasure(column), columnKey: column.key }) - 1;
      places.set(columnId, at);
      const problem = aggregateProblem(fn, measures[at]!);
      if (problem !== null) throw InvalidInput.at(`aggregates.${index}.fn`, problem);
      return { columnId, fn, at };
    }),
  };
}

function groupingColumn(board: BoardFacts, { groupBy }: SummaryInput): ColumnFacts | null {
  if (groupBy === undefined || groupBy === 'groupId') return null;
  const column = board.columnsById.get(groupBy);
  if (!column) throw InvalidInput.at('groupBy', 'Unknown column of this board');
  return column;
}

function groupingOf(column: ColumnFacts): Grouping {
  const grouping = cellGrouping(column);
  if (grouping !== null) return grouping;
  throw InvalidInput.at('groupBy', CANNOT_GROUP);
}

/** The groups in order; items without a key, and with a label that no longer exists, last and only if there are any. */
function groupsOf(
  board: BoardFacts,
  grouping: Grouping,
  { byKey }: Summary,
  columns: number,
): { key: Group['key']; tally: Tally }[] {
  const none = emptyTally(columns);
  if (grouping === 'groupId')
    return board.groups.map(({ id, key }) => ({ key: id, tally: byKey.get(key) ?? none }));
  const keys =
    grouping.order ??
    [...byKey.entries()]
      .filter(([key]) => key !== null)
      .sort(([a, { count }], [b, { count: other }]) => other - count || (a! < b! ? -1 : 1))
      .slice(0, SUMMARY_GROUPS_MAX)
      .map(([key]) => key!);
  const known = new Set<string | null>(keys);
  const others = [...byKey.entries()]
    .filter(([key]) => key === null || (grouping.order !== null && !known.has(key)))
    .map(([, tally]) => tally)
    .reduce(added, none);
  return [
    ...keys.map((key) => ({ key: wireKey(grouping.keys, key), tally: byKey.get(key) ?? none })),
    ...(others.count > 0 ? [{ key: null, tally: others }] : []),
  ];
}

function wireKey(keys: 'text' | 'number' | 'boolean', key: string): string | number | boolean {
  if (keys === 'text') return key;
  return keys === 'number' ? Number(key) : key === 'true';
}

/** As aggregates of lookups: the sum of nothing is 0, other values of nothing are null (decision 0041). */
function valueOf({ columnId, fn, at }: Aggregate, { columns }: Tally): SummaryOutput['aggregates'][number] {
  const { filled, valued, sum, least, greatest } = columns[at]!;
  const values = {
    filled,
    sum: decimal(sum),
    avg: valued === 0 ? null : decimal(sum / valued),
    min: least,
    max: greatest,
  };
  return { columnId, fn, value: values[fn] };
}

/** Without the noise of binary sums: 15 digits are exact in a double. */
function decimal(value: number): number {
  return Number(value.toPrecision(15));
}
