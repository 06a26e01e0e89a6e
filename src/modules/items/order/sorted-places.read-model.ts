import { Injectable } from '@nestjs/common';
import type { RecordKey } from '../../../kernel/record-key';
import type { CallContext } from '../../../access/principal';
import { Database } from '../../../platform/database/database';
import type { BoardFacts } from '../../hierarchy';
import { ItemOrdersService } from '../orders/item-orders.service';
import type { SortKey } from '../list/item-page';
import { isByField, lanesOf, type ListQuery, optionsOf, type Sort, type Start } from '../list/list-query';
import { OPTION_LENGTHS, OPTION_RANK, SORTED_LENGTH, SORTED_PLACE } from './sorted-places.statements';

/** An order of entries in an index. */
interface IndexOrder {
  by: SortKey;
  columnKey: RecordKey | null;
  isDescending: boolean;
}

interface Place {
  lane: number;
  rank: string;
  key: string | number;
}

/** Items with a value are first; `entries` is their number if the place is behind them. */
type Found = { start: Start } | { entries: number };

/** The places of a sorted list without filters, from indexes alone: the cost of a jump is that of the entries it skips. */
@Injectable()
export class SortedPlacesReadModel {
  constructor(
    private readonly database: Database,
    private readonly orders: ItemOrdersService,
  ) {}

  /**
   * Where the page begins with the item at a place, from 1; null beyond the end, undefined if no index has the order.
   */
  async find(
    context: CallContext,
    board: BoardFacts,
    query: ListQuery,
    sort: Sort,
    from: number,
  ): Promise<Start | null | undefined> {
    if (isByField(sort)) return this.byField(context, board, query, sort, from);
    const found =
      sort.order.by === 'option'
        ? await this.byOption(context, query, sort, from)
        : await this.byKey(context, query, indexOrder(sort), from);
    if ('start' in found) return found.start;
    const order = await this.order(context, board, query, sort);
    if (order === null) return undefined;
    const before = from - found.entries - 1;
    // Items got a value between the two statements: the page begins with the first item without one.
    if (before < 0) return startAfter({ lane: 0, rank: '-infinity', key: null });
    const empty = { by: 'number', columnKey: order, isDescending: false } as const;
    const place = await this.place(context, query, empty, before);
    return place === undefined ? null : startAfter({ ...place, key: null });
  }

  private async byField(
    context: CallContext,
    board: BoardFacts,
    query: ListQuery,
    sort: Sort,
    from: number,
  ): Promise<Start | null | undefined> {
    if (sort.order.by !== 'updatedAt') {
      const place = await this.place(context, query, { ...indexOrder(sort), columnKey: null }, from - 1);
      return place === undefined ? null : startAfter(place);
    }
    const order = await this.order(context, board, query, sort);
    if (order === null) return undefined;
    const { isDescending } = sort;
    const byChange = { by: 'number', columnKey: order, isDescending } as const;
    const place = await this.place(context, query, byChange, from - 1);
    return place === undefined
      ? null
      : startAfter({ ...place, key: new Date(Number(place.key)).toISOString() });
  }

  /**
   * The key of the order by last changes, or of the items without a value in the column; null while it is built. A computed column
   * has none.
   */
  private async order(
    context: CallContext,
    board: BoardFacts,
    { lists }: ListQuery,
    sort: Sort,
  ): Promise<RecordKey | null> {
    const columnId = isByField(sort) ? null : sort.column!.id;
    const order = this.orders.find(board, columnId);
    const canBeBuilt = columnId === null || !sort.mayLag;
    if (order === null && canBeBuilt) await this.orders.request(context, board, columnId, lists);
    return order;
  }

  private async byKey(
    context: CallContext,
    query: ListQuery,
    order: IndexOrder,
    from: number,
  ): Promise<Found> {
    const place = await this.place(context, query, order, from - 1);
    if (place !== undefined) return { start: startAfter(place) };
    const values = [context.organizationId, lanesOf(query), order.columnKey];
    const [row] = await this.database.query<{ entries: number }>(context, SORTED_LENGTH(order.by), values);
    return row!;
  }

  private async byOption(context: CallContext, query: ListQuery, sort: Sort, from: number): Promise<Found> {
    const lanes = lanesOf(query);
    const options = optionsOf(sort);
    const columnKey = sort.column!.key;
    const rows = await this.database.query<{ option: number; lane: number; entries: number }>(
      context,
      OPTION_LENGTHS,
      [context.organizationId, lanes, columnKey, options],
    );
    let left = from - 1;
    for (const { option, lane, entries } of rows) {
      if (left < entries) {
        const key = options[option - 1]!;
        const values = [context.organizationId, lanes[lane - 1], columnKey, key, left];
        const [row] = await this.database.query<{ rank: string }>(context, OPTION_RANK, values);
        // Items can leave the option between the two statements.
        return { start: startAfter({ lane, key, rank: row?.rank ?? 'infinity' }) };
      }
      left -= entries;
    }
    return { entries: from - 1 - left };
  }

  private async place(
    context: CallContext,
    query: ListQuery,
    { by, columnKey, isDescending }: IndexOrder,
    at: number,
  ): Promise<Place | undefined> {
    const values = [context.organizationId, lanesOf(query), columnKey, at];
    const [row] = await this.database.query<Place>(context, SORTED_PLACE(by, isDescending), values);
    return row;
  }
}

function indexOrder({ column, order, isDescending }: Sort): IndexOrder {
  return { by: order.by as SortKey, columnKey: column?.key ?? null, isDescending };
}

function startAfter({ lane, rank, key }: Omit<Place, 'key'> & Pick<Start, 'key'>): Start {
  return { isFirst: false, lane, rank, key, position: 0 };
}
