import { Injectable } from '@nestjs/common';
import type { RecordKey } from '../../../kernel/record-key';
import type { CallContext } from '../../../access/principal';
import { Database } from '../../../platform/database/database';
import type { CompiledFilters } from '../../columns';
import type { BoardFacts } from '../../hierarchy';
import type { ItemRecord } from '../item.record';
import { ItemCandidatesReadModel, parametersOf } from './item-candidates.read-model';
import { candidateOrder } from './item-candidates.statements';
import { ItemOrdersService } from '../orders/item-orders.service';
import { ItemScanWindowsReadModel } from './item-scan-windows.read-model';
import { SORT_KEYS, type SortKey } from './item-page';
import {
  ASCENDING,
  BY_LAST_CHANGE,
  BY_OPTION,
  BY_RANK,
  DESCENDING,
  LIVE_BY_RANK,
  LIVE_BY_RANK_COUNTED,
  WITHOUT_VALUE,
} from './items-list.statements';
import {
  countsOn,
  FIRST_PAGE,
  isByField,
  lanesOf,
  type ListedRow,
  type ListQuery,
  optionsOf,
  type Sort,
  type Start,
} from './list-query';
import { ASCENDING_OF_MANY, DESCENDING_OF_MANY, headsOf } from './merged-lanes.statements';
import { PageStartsReadModel } from './page-starts.read-model';
import { SortedPlacesReadModel } from '../order/sorted-places.read-model';

/** PostgreSQL reads this many items in board order in 0.2 ms. */
const SHORT_PAGE = 50;

/** Items of a board, a page at a time. */
@Injectable()
export class ItemsListReadModel {
  constructor(
    private readonly database: Database,
    private readonly starts: PageStartsReadModel,
    private readonly places: SortedPlacesReadModel,
    private readonly candidates: ItemCandidatesReadModel,
    private readonly stretches: ItemScanWindowsReadModel,
    private readonly orders: ItemOrdersService,
  ) {}

  /** Up to limit + 1 items, so that the caller knows whether another page follows. */
  async list(context: CallContext, board: BoardFacts, asked: ListQuery): Promise<ItemRecord[]> {
    const { query, start } =
      asked.cursor === null
        ? { query: asked, start: FIRST_PAGE }
        : await this.starts.resume(context, board, asked, asked.cursor);
    return this.page(context, board, query, start);
  }

  /** As `list`, beginning with the item at a place of the list; null if no index has its places. */
  async listFrom(
    context: CallContext,
    board: BoardFacts,
    query: ListQuery,
    from: number,
  ): Promise<ItemRecord[] | null> {
    if (query.filters !== null) return null;
    const start = await this.startAt(context, board, query, from);
    if (start === undefined) return null;
    return start === null ? [] : this.page(context, board, query, start);
  }

  private async startAt(
    context: CallContext,
    board: BoardFacts,
    query: ListQuery,
    from: number,
  ): Promise<Start | null | undefined> {
    if (query.sort !== null) return this.places.find(context, board, query, query.sort, from);
    return countsOn(query) ? this.starts.atPlace(context, query, from) : undefined;
  }

  private async page(
    context: CallContext,
    board: BoardFacts,
    query: ListQuery,
    start: Start,
  ): Promise<ItemRecord[]> {
    const { sort, filters } = query;
    if (sort === null && filters !== null && filters.order !== null) {
      const page = { ...query, filters: null };
      return this.starts.marked(
        context,
        query,
        0,
        await this.indexedWithoutValue(context, page, filters.order, start),
      );
    }
    const few = filters === null ? null : await this.ofFew(context, board, query, filters, start);
    if (few !== null) return this.starts.marked(context, query, 0, few);
    if (sort === null) return this.inBoardOrder(context, query, start);
    if (isByField(sort)) {
      return this.starts.marked(context, query, 0, await this.byField(context, board, query, sort, start));
    }
    // Items with a value are first; a cursor without a value is past them.
    const isPastValues = !start.isFirst && start.key === null;
    const withValue = isPastValues ? [] : await this.byColumn(context, query, sort, start);
    const missing = query.limit + 1 - withValue.length;
    if (missing <= 0) return this.starts.marked(context, query, 0, withValue);
    const emptyStart = isPastValues ? start : FIRST_PAGE;
    const order = this.orders.find(board, sort.column!.id);
    const withoutValue =
      order === null
        ? await this.scannedWithoutValue(context, board, query, sort, emptyStart)
        : await this.indexedWithoutValue(context, query, order, emptyStart);
    const rows = [...withValue, ...withoutValue.slice(0, missing)];
    // When items with a value fill the page, its last row is one of them.
    const isScanned = order === null && withValue.length < query.limit;
    return this.starts.marked(context, query, isScanned ? listsBefore(emptyStart) : 0, rows);
  }

  private async scannedWithoutValue(
    context: CallContext,
    board: BoardFacts,
    query: ListQuery,
    sort: Sort,
    start: Start,
  ): Promise<ListedRow[]> {
    const column = sort.column!;
    if (!sort.mayLag) await this.orders.request(context, board, column.id, query.lists);
    const values = [...boardOrder(context, query, start), column.id, column.key];
    const statement = WITHOUT_VALUE(testOf(query, values), keyKind(sort), query.limit);
    return this.database.query<ListedRow>(context, statement, values);
  }

  /** All entries of the order have the key 0, so that they are in board order. */
  private async indexedWithoutValue(
    context: CallContext,
    query: ListQuery,
    order: RecordKey,
    start: Start,
  ): Promise<ListedRow[]> {
    const rows = await this.byKey(context, query, 'number', order, false, { ...start, key: 0 });
    return rows.map((row) => ({ ...row, key: undefined }));
  }

  private async byField(
    context: CallContext,
    board: BoardFacts,
    query: ListQuery,
    { order: { by }, isDescending }: Sort,
    start: Start,
  ): Promise<ListedRow[]> {
    const order = by === 'updatedAt' ? this.orders.find(board, null) : null;
    if (order === null) {
      if (by === 'updatedAt') await this.orders.request(context, board, null, query.lists);
      return this.byKey(context, query, by as SortKey, null, isDescending, start);
    }
    // Its keys are milliseconds; cursors have the time, so that they continue in either way.
    const from = start.key === null ? start : { ...start, key: Date.parse(String(start.key)) };
    const rows = await this.byKey(context, query, 'number', order, isDescending, from);
    return rows.map((row) => ({ ...row, key: new Date(Number(row.key)).toISOString() }));
  }

  /** The page, if the filters match so few items that all of them are fetched and sorted; else null. */
  private async ofFew(
    context: CallContext,
    board: BoardFacts,
    query: ListQuery,
    filters: CompiledFilters,
    start: Start,
  ): Promise<ListedRow[] | null> {
    const { scan, limit, sort } = query;
    for (const columnId of filters.emptyColumns) {
      await this.orders.request(context, board, columnId, query.lists);
    }
    const asked = { scan, limit, filters, lanes: lanesOf(query) };
    const few = await this.candidates.find(context, asked);
    if (few === null) return null;
    const order = candidateOrder(sort);
    if (order.by !== 'option') {
      const from = start.isFirst ? null : start;
      return this.candidates.page<ListedRow>(context, asked, few, order, from);
    }
    const place = start.key === null ? null : order.options.indexOf(String(start.key)) + 1;
    const from = start.isFirst ? null : { ...start, key: place };
    const rows = await this.candidates.page<ListedRow>(context, asked, few, order, from);
    return rows.map((row) => (row.key === null ? row : { ...row, key: order.options[Number(row.key) - 1]! }));
  }

  private async inBoardOrder(context: CallContext, query: ListQuery, start: Start): Promise<ItemRecord[]> {
    const values = boardOrder(context, query, start);
    const lanesLeftOut = listsBefore(start);
    if (!countsOn(query)) {
      const statement = BY_RANK(testOf(query, values), query.limit);
      const found = await this.database.query<ListedRow>(context, statement, values);
      return this.starts.marked(context, query, lanesLeftOut, found);
    }
    const page = (start.position === null ? LIVE_BY_RANK_COUNTED : LIVE_BY_RANK)(query.limit);
    const rows = await (query.limit <= SHORT_PAGE
      ? this.database.lookup<ListedRow>(context, page, values)
      : this.database.query<ListedRow>(context, page, values));
    // Rows of one lane are consecutive: only the first position was read, with the cursor or with the page.
    let lane = start.isFirst ? '' : '1';
    let position = start.position ?? rows[0]?.position ?? 0;
    for (const row of rows) {
      if (row.lane !== lane) {
        lane = row.lane;
        position = 0;
      }
      row.position = position;
      position += 1;
    }
    return this.starts.marked(context, query, lanesLeftOut, rows);
  }

  private async byColumn(
    context: CallContext,
    query: ListQuery,
    sort: Sort,
    start: Start,
  ): Promise<ListedRow[]> {
    const { order, column, isDescending } = sort;
    const columnKey = column!.key;
    if (order.by !== 'option') {
      return this.byKey(context, query, order.by as SortKey, columnKey, isDescending, start);
    }
    const options = optionsOf(sort);
    const from = start.key === null ? 0 : options.indexOf(String(start.key));
    const values: unknown[] = [
      context.organizationId,
      lanesOf(query),
      columnKey,
      options.slice(from),
      start.lane,
      start.rank,
    ];
    const statement = BY_OPTION(testOf(query, values), query.limit);
    const rows = await this.database.query<ListedRow>(context, statement, values);
    return rows.map((row) => ({ ...row, key: options[from + Number(row.key) - 1]! }));
  }

  private async byKey(
    context: CallContext,
    query: ListQuery,
    by: SortKey,
    columnKey: RecordKey | null,
    isDescending: boolean,
    start: Start,
  ): Promise<ListedRow[]> {
    const { isFirst } = start;
    if (this.stretches.isFor(query, by)) {
      const found = await this.stretches.page(context, query, { by, columnKey, isDescending }, start);
      if (found !== null) return found;
    }
    const values: unknown[] = [context.organizationId, lanesOf(query), columnKey];
    const { limit } = query;
    if (by === 'updatedAt') {
      if (!isFirst) values.push(start.key, start.lane, start.rank);
      const statement = BY_LAST_CHANGE(testOf(query, values), isDescending, isFirst, limit);
      return this.database.query(context, statement, values);
    }
    if (!isFirst || !isDescending)
      values.push(isFirst ? SORT_KEYS[by].least : start.key, start.lane, start.rank);
    const heads = query.filters === null ? headsOf(query.lists.length, limit) : null;
    if (heads !== null) {
      const ofMany = isDescending
        ? DESCENDING_OF_MANY(by, isFirst, heads, limit)
        : ASCENDING_OF_MANY(by, heads, limit);
      return this.database.query(context, ofMany, values);
    }
    const filter = testOf(query, values);
    const statement = isDescending ? DESCENDING(filter, by, isFirst, limit) : ASCENDING(filter, by, limit);
    return this.database.query(context, statement, values);
  }
}

function keyKind({ order: { by }, mayLag }: Sort): 'number' | 'text' | 'value' {
  return mayLag && (by === 'number' || by === 'text') ? by : 'value';
}

/** The filters as SQL, with their values appended to the parameters; empty without filters. */
function testOf({ filters }: ListQuery, values: unknown[]): string {
  return filters === null ? '' : filters.test(parametersOf(values));
}

/**
 * Parameters of the statements in board order: the lanes from the cursor's onwards, and the rank after which the
 * page begins.
 */
function boardOrder(context: CallContext, query: ListQuery, start: Start): unknown[] {
  return [context.organizationId, lanesOf(query).slice(listsBefore(start)), start.rank];
}

/** The number of lanes that a page in board order skips. */
function listsBefore({ lane }: Start): number {
  return Math.max(0, lane - 1);
}
