import { Injectable } from '@nestjs/common';
import { UnknownCursor } from '../../kernel/cursor';
import type { ColumnId, ItemId } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import { Database } from '../../platform/database/database';
import type { SortOrder } from '../columns';
import type { BoardFacts } from '../hierarchy';
import type { ItemRecord } from './item.record';
import {
  ARCHIVED_BY_RANK,
  ASCENDING,
  BY_OPTION,
  COUNT_UP_TO,
  CURSOR,
  DESCENDING,
  LIVE_BY_RANK,
  SORT_KEYS,
  type SortKey,
  WITHOUT_VALUE,
} from './items-list.statements';
import { type PageMark, PageMarks } from './page-marks';

/** What a list is sorted by; without a column, by a field of the item. */
export interface Sort {
  columnId: ColumnId | null;
  order: Exclude<SortOrder, { by: 'nothing' }> | { by: 'name' | 'createdBy' };
  isDescending: boolean;
}

export interface ListQuery {
  /** Names lists and order, the same for every page of one walk. */
  walk: string;
  /** Group ids, or one parent's id, in the order in which their items come. */
  lists: readonly string[];
  isArchived: boolean;
  /** Null: board order. */
  sort: Sort | null;
  cursor: ItemId | null;
  limit: number;
}

interface ListedRow extends ItemRecord {
  /** Its number among the lanes that were asked, from 1. */
  lane: string;
  rank: string;
  /** In sorted pages: its key, or the number of its option. */
  key?: string | number;
}

interface CursorRow {
  list: string;
  rank: string;
  isLive: boolean;
  nameKey: string;
  createdAt: string;
  updatedAt: string;
  createdBy: string;
  columnKey: string | number | null;
  before: number | null;
}

/** Where a page begins: after this item, which stands in the lane of this number (from 1), with this sort key. */
interface Start {
  isFirst: boolean;
  lane: number;
  rank: string;
  key: string | number | null;
  /** Live items before the page's first row in the cursor's lane. */
  position: number;
}

const FIRST_PAGE: Start = { isFirst: true, lane: 0, rank: '-infinity', key: null, position: 0 };

@Injectable()
export class ItemsListReadModel {
  constructor(
    private readonly database: Database,
    private readonly marks: PageMarks,
  ) {}

  /** Up to limit + 1 items, so that the caller sees whether a page follows. */
  async list(context: CallContext, board: BoardFacts, query: ListQuery): Promise<ItemRecord[]> {
    const start = query.cursor === null ? FIRST_PAGE : await this.start(context, board, query, query.cursor);
    const { sort } = query;
    if (sort === null) return this.inBoardOrder(context, query, start);
    if (isByField(sort)) {
      const by = sort.order.by as SortKey;
      return this.marked(
        context,
        query,
        0,
        await this.byKey(context, query, by, null, sort.isDescending, start),
      );
    }
    // Items with a value come first; a cursor without one is past them.
    const isPastValues = query.cursor !== null && start.key === null;
    const withValue = isPastValues ? [] : await this.byColumn(context, query, sort, start);
    const missing = query.limit + 1 - withValue.length;
    if (missing <= 0) return this.marked(context, query, 0, withValue);
    const emptyStart = isPastValues ? start : FIRST_PAGE;
    const withoutValue = await this.database.query<ListedRow>(context, WITHOUT_VALUE(query.limit), [
      ...boardOrder(context, query, emptyStart),
      sort.columnId,
    ]);
    const rows = [...withValue, ...withoutValue.slice(0, missing)];
    // The page's last row is one of those with a value when they fill it.
    return this.marked(context, query, withValue.length < query.limit ? lanesBefore(emptyStart) : 0, rows);
  }

  /** Remembers where the page ends, when another one follows. */
  private marked(
    context: CallContext,
    query: ListQuery,
    lanesLeftOut: number,
    rows: ListedRow[],
  ): ListedRow[] {
    if (rows.length > query.limit) {
      const { lists, walk, limit } = query;
      const last = rows[limit - 1]!;
      const at = lanesLeftOut + Number(last.lane) - 1;
      const mark = { list: lists[at]!, later: lists.slice(at + 1), rank: last.rank, key: last.key ?? null };
      this.marks.set(context.organizationId, walk, last.id, mark);
    }
    return rows;
  }

  private async start(
    context: CallContext,
    board: BoardFacts,
    query: ListQuery,
    cursor: ItemId,
  ): Promise<Start> {
    const mark = this.marks.find(context.organizationId, query.walk, cursor);
    if (mark !== undefined) return this.startAfterMark(context, query, mark);
    const { lists, isArchived, sort } = query;
    const wantsPosition = sort === null && !isArchived;
    const values = [context.organizationId, cursor, board.id, sort?.columnId ?? null, wantsPosition];
    const [row] = await this.database.query<CursorRow>(context, CURSOR, values);
    const lane = row === undefined ? 0 : lists.indexOf(row.list) + 1;
    if (row === undefined || lane === 0) throw new UnknownCursor();
    const key = sort === null ? null : keyOf(row, sort);
    const position = (row.before ?? 0) + (row.isLive ? 1 : 0);
    return { isFirst: false, lane, rank: row.rank, key, position };
  }

  private async startAfterMark(
    context: CallContext,
    { lists, isArchived, sort }: ListQuery,
    { list, later, rank, key }: PageMark,
  ): Promise<Start> {
    const lane = lists.indexOf(list) + 1;
    if (lane === 0) {
      // Its list is gone: what follows begins with the next one that is left.
      const next = later.map((each) => lists.indexOf(each)).find((at) => at !== -1) ?? lists.length;
      return { isFirst: false, lane: next, rank: next === 0 ? '-infinity' : 'infinity', key, position: 0 };
    }
    if (sort !== null || isArchived) return { isFirst: false, lane, rank, key, position: 0 };
    const [row] = await this.database.query<{ before: number }>(context, COUNT_UP_TO, [
      context.organizationId,
      list,
      rank,
    ]);
    return { isFirst: false, lane, rank, key, position: row!.before };
  }

  private async inBoardOrder(context: CallContext, query: ListQuery, start: Start): Promise<ItemRecord[]> {
    const values = boardOrder(context, query, start);
    const lanesLeftOut = lanesBefore(start);
    if (query.isArchived) {
      const archived = await this.database.query<ListedRow>(context, ARCHIVED_BY_RANK(query.limit), values);
      return this.marked(context, query, lanesLeftOut, archived);
    }
    const rows = await this.database.query<ListedRow>(context, LIVE_BY_RANK(query.limit), values);
    // Rows of one lane follow each other: only the first one's position was looked up, with the cursor.
    let lane = start.isFirst ? '' : '1';
    let position = start.position;
    for (const row of rows) {
      if (row.lane !== lane) {
        lane = row.lane;
        position = 0;
      }
      row.position = position;
      position += 1;
    }
    return this.marked(context, query, lanesLeftOut, rows);
  }

  private async byColumn(
    context: CallContext,
    query: ListQuery,
    sort: Sort,
    start: Start,
  ): Promise<ListedRow[]> {
    const { order, columnId, isDescending } = sort;
    if (order.by !== 'option') {
      return this.byKey(context, query, order.by as SortKey, columnId, isDescending, start);
    }
    const options = isDescending ? order.keys.toReversed() : order.keys;
    // Options in use are not taken from a column, so the cursor's is one of them.
    const from = start.key === null ? 0 : options.indexOf(String(start.key));
    const values = [
      context.organizationId,
      lanesOf(query),
      columnId,
      options.slice(from),
      start.lane,
      start.rank,
    ];
    const rows = await this.database.query<ListedRow>(context, BY_OPTION(query.limit), values);
    return rows.map((row) => ({ ...row, key: options[from + Number(row.key) - 1]! }));
  }

  private byKey(
    context: CallContext,
    query: ListQuery,
    by: SortKey,
    columnId: ColumnId | null,
    isDescending: boolean,
    start: Start,
  ): Promise<ListedRow[]> {
    const { isFirst } = start;
    const page = [context.organizationId, lanesOf(query), columnId];
    const cursor = [isFirst ? SORT_KEYS[by].least : start.key, start.lane, start.rank];
    return isDescending
      ? this.database.query(
          context,
          DESCENDING(by, isFirst, query.limit),
          isFirst ? page : [...page, ...cursor],
        )
      : this.database.query(context, ASCENDING(by, query.limit), [...page, ...cursor]);
  }
}

/** Parameters of the statements in board order: the lanes from the cursor's on, and the rank after which it begins. */
function boardOrder(context: CallContext, query: ListQuery, start: Start): unknown[] {
  return [context.organizationId, lanesOf(query).slice(lanesBefore(start)), start.rank];
}

/** How many lanes a page in board order leaves out. */
function lanesBefore({ lane }: Start): number {
  return Math.max(0, lane - 1);
}

/** Whether the key is the item's own, also where a column shows it. */
function isByField({ columnId, order }: Sort): boolean {
  return columnId === null || order.by === 'createdAt' || order.by === 'updatedAt';
}

function lanesOf({ lists, isArchived }: ListQuery): string[] {
  return isArchived ? lists.map((list) => `archived:${list}`) : [...lists];
}

function keyOf(row: CursorRow, { order, columnId }: Sort): string | number | null {
  switch (order.by) {
    case 'createdAt':
    case 'updatedAt':
      return row[order.by];
    case 'name':
      return row.nameKey;
    case 'createdBy':
      return row.createdBy;
    default:
      return columnId === null ? null : row.columnKey;
  }
}
