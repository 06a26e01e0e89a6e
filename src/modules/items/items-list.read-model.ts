import { Injectable } from '@nestjs/common';
import { UnknownCursor } from '../../kernel/cursor';
import type { ColumnId, ItemId } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import { Database } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import type { SortOrder } from '../columns';
import type { BoardFacts } from '../hierarchy';
import type { ItemRecord } from './item.record';
import {
  ASCENDING,
  BY_OPTION,
  BY_RANK,
  CURSOR,
  DESCENDING,
  SORT_KEYS,
  type SortKey,
  WITHOUT_VALUE,
} from './items-list.statements';

/** What a list is sorted by; without a column, by a field of the item. */
export interface Sort {
  columnId: ColumnId | null;
  order: SortOrder | { by: 'name' | 'createdBy' };
  isDescending: boolean;
}

export interface ListQuery {
  /** Group ids, or one parent's id, in the order in which their items come. */
  lists: readonly string[];
  isArchived: boolean;
  /** Null: board order. */
  sort: Sort | null;
  cursor: ItemId | null;
  limit: number;
}

interface ListedRow extends ItemRecord {
  lane: string;
  rank: string;
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
  lane: number;
  rank: string;
  key: string | number | null;
  /** Live items before the page's first row in the cursor's lane. */
  position: number;
}

const FIRST_PAGE: Start = { lane: 0, rank: '-infinity', key: null, position: 0 };

const POSITIONS = statement(
  'items.list-positions',
  `select coalesce(item_position($1, item.lane_of, item.rank), 0)::float8 as position
   from unnest($2::text[], $3::numeric[]) with ordinality as item (lane_of, rank, at) order by item.at`,
);

@Injectable()
export class ItemsListReadModel {
  constructor(private readonly database: Database) {}

  /** Up to limit + 1 items, so that the caller sees whether a page follows. */
  async list(context: CallContext, board: BoardFacts, query: ListQuery): Promise<ItemRecord[]> {
    const start = query.cursor === null ? FIRST_PAGE : await this.start(context, board, query, query.cursor);
    const { sort } = query;
    if (sort === null || sort.order.by === 'nothing') return this.inBoardOrder(context, query, start);
    const isField = sort.columnId === null || sort.order.by === 'createdAt' || sort.order.by === 'updatedAt';
    if (isField) return this.byField(context, query, sort, start);
    // Items with a value come first; a cursor without one is past them.
    const isPastValues = query.cursor !== null && start.key === null;
    const withValue = isPastValues ? [] : await this.byColumn(context, query, sort, start);
    const missing = query.limit + 1 - withValue.length;
    if (missing <= 0) return withValue;
    const emptyStart = isPastValues ? start : FIRST_PAGE;
    const withoutValue = await this.withoutValue(context, query, sort.columnId!, emptyStart);
    return [...withValue, ...withoutValue.slice(0, missing)];
  }

  private async start(
    context: CallContext,
    board: BoardFacts,
    { lists, isArchived, sort }: ListQuery,
    cursor: ItemId,
  ): Promise<Start> {
    const wantsPosition = sort === null && !isArchived;
    const values = [context.organizationId, cursor, board.id, sort?.columnId ?? null, wantsPosition];
    const [row] = await this.database.query<CursorRow>(context, CURSOR, values);
    const lane = row === undefined ? 0 : lists.indexOf(row.list) + 1;
    if (row === undefined || lane === 0) throw new UnknownCursor();
    const key = sort === null ? null : keyOf(row, sort);
    return { lane, rank: row.rank, key, position: (row.before ?? 0) + (row.isLive ? 1 : 0) };
  }

  private async inBoardOrder(context: CallContext, query: ListQuery, start: Start): Promise<ItemRecord[]> {
    const { lanes, values } = this.boardOrder(context, query, start);
    const rows = await this.database.query<ListedRow>(context, BY_RANK(query.limit), values);
    if (query.isArchived) return this.positioned(context, rows);
    // Rows of one lane follow each other: only the first one's position was looked up, with the cursor.
    let lane = lanes === 0 ? '' : '1';
    let position = start.position;
    for (const row of rows) {
      if (row.lane !== lane) {
        lane = row.lane;
        position = 0;
      }
      row.position = position;
      position += 1;
    }
    return rows;
  }

  private async withoutValue(
    context: CallContext,
    query: ListQuery,
    columnId: ColumnId,
    start: Start,
  ): Promise<ItemRecord[]> {
    const { values } = this.boardOrder(context, query, start);
    const rows = await this.database.query<ListedRow>(context, WITHOUT_VALUE(query.limit), [
      ...values,
      columnId,
    ]);
    return this.positioned(context, rows);
  }

  /** Parameters of the statements in board order: the lanes from the cursor's on, and the rank after which it begins. */
  private boardOrder(
    context: CallContext,
    query: ListQuery,
    start: Start,
  ): { lanes: number; values: unknown[] } {
    const lanes = lanesOf(query).slice(Math.max(0, start.lane - 1));
    return { lanes: start.lane, values: [context.organizationId, lanes, start.rank] };
  }

  private byField(context: CallContext, query: ListQuery, sort: Sort, start: Start): Promise<ListedRow[]> {
    return this.byKey(context, query, sort.order.by as SortKey, null, sort.isDescending, start);
  }

  private byColumn(context: CallContext, query: ListQuery, sort: Sort, start: Start): Promise<ListedRow[]> {
    const { order, columnId, isDescending } = sort;
    if (order.by !== 'option') {
      return this.byKey(context, query, order.by as SortKey, columnId, isDescending, start);
    }
    const options = isDescending ? order.keys.toReversed() : order.keys;
    const from = start.key === null ? 0 : options.indexOf(String(start.key));
    const values = [
      context.organizationId,
      lanesOf(query),
      columnId,
      options.slice(from),
      start.lane,
      start.rank,
    ];
    return this.database.query<ListedRow>(context, BY_OPTION(query.limit), values);
  }

  private byKey(
    context: CallContext,
    query: ListQuery,
    by: SortKey,
    columnId: ColumnId | null,
    isDescending: boolean,
    start: Start,
  ): Promise<ListedRow[]> {
    const isFirst = start.lane === 0;
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

  private async positioned(context: CallContext, rows: ListedRow[]): Promise<ItemRecord[]> {
    if (rows.length === 0) return rows;
    const lists = rows.map((row) => row.parentId ?? row.groupId);
    const ranks = rows.map((row) => row.rank);
    const positions = await this.database.query<{ position: number }>(context, POSITIONS, [
      context.organizationId,
      lists,
      ranks,
    ]);
    return rows.map((row, at) => ({ ...row, position: positions[at]!.position }));
  }
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
