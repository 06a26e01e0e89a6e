import { Injectable } from '@nestjs/common';
import { UnknownCursor } from '../../../kernel/cursor';
import type { ItemId } from '../../../kernel/ids';
import type { RecordKey } from '../../../kernel/record-key';
import type { CallContext } from '../../../access/principal';
import { Database } from '../../../platform/database/database';
import type { Statement } from '../../../platform/database/statement';
import type { AddParameter, CompiledFilters } from '../../columns';
import { CursorPositionsCache } from '../list/cursor-positions.cache';
import { ItemCandidatesReadModel, parametersOf } from '../list/item-candidates.read-model';
import { FOUND } from '../list/item-scan-windows.statements';
import type { ListedRow } from '../list/list-query';
import { keysOfItem, orderedItems, type OrderedStart, type OrderKey } from './ordered-items.statements';

export interface OrderedList {
  /** Identifies lists, order and filters. */
  scan: string;
  lists: readonly RecordKey[];
  lanes: readonly RecordKey[];
  sorts: readonly OrderKey[];
  filters: CompiledFilters | null;
}

interface OrderedRow {
  key: RecordKey;
  id: ItemId;
  lane: number;
  rank: string;
  key_0?: string | number | null;
  key_1?: string | number | null;
  key_2?: string | number | null;
}

/** Items in orders that no index has, and places in filtered lists: the list is read and sorted as a whole. */
@Injectable()
export class OrderedItemsReadModel {
  constructor(
    private readonly database: Database,
    private readonly candidates: ItemCandidatesReadModel,
    private readonly marks: CursorPositionsCache,
  ) {}

  async ids(context: CallContext, list: OrderedList, limit: number): Promise<ItemId[]> {
    const rows = await this.read(context, list, { start: null, offset: 0, limit });
    return rows.map(({ id }) => id);
  }

  /** Up to limit + 1 items after the cursor, or from a place in the list. */
  async page(
    context: CallContext,
    list: OrderedList,
    { cursor, from, limit }: { cursor: ItemId | null; from: number; limit: number },
  ): Promise<ListedRow[]> {
    const start = cursor === null ? null : await this.startAt(context, list, cursor);
    const found = await this.read(context, list, { start, offset: from, limit: limit + 1 });
    this.mark(context, list, found, limit);
    if (found.length === 0) return [];
    return this.database.query<ListedRow>(context, FOUND, [
      context.organizationId,
      list.lanes,
      found.map(({ key }) => key),
      found.map(({ lane }) => lane),
      found.map(({ rank }) => rank),
    ]);
  }

  /** Where the previous page ended, or the item's current place (decision 0036). */
  private async startAt(context: CallContext, list: OrderedList, cursor: ItemId): Promise<OrderedStart> {
    const mark = this.marks.find(context, list.scan, cursor);
    const lane = mark === undefined ? 0 : list.lists.indexOf(mark.lists[mark.at]!) + 1;
    if (mark !== undefined && lane > 0)
      return { keys: JSON.parse(String(mark.key)) as OrderedStart['keys'], lane, rank: mark.rank };
    const [row] = await this.query(context, list, (add) => keysOfItem(add, list.sorts, cursor));
    if (row === undefined) throw new UnknownCursor();
    return { keys: keysOf(row), lane: row.lane, rank: row.rank };
  }

  private mark(context: CallContext, { scan, lists }: OrderedList, rows: OrderedRow[], limit: number): void {
    const last = rows.length > limit ? rows[limit - 1] : undefined;
    if (last === undefined) return;
    const { id, lane, rank } = last;
    const key = JSON.stringify(keysOf(last));
    this.marks.set(context, scan, id, { lists, at: lane - 1, rank, sortedBy: 'rank', options: [], key });
  }

  private async read(
    context: CallContext,
    list: OrderedList,
    range: Parameters<typeof orderedItems>[2],
  ): Promise<OrderedRow[]> {
    const { scan, lanes, sorts, filters } = list;
    // Any number of candidates is less work than the whole list.
    const candidates =
      filters === null
        ? null
        : await this.candidates.find(context, {
            scan: `ordered ${scan}`,
            lanes,
            limit: Number.MAX_SAFE_INTEGER,
            filters,
          });
    return this.query(context, list, (add) =>
      orderedItems(add, { sorts, filters, narrow: candidates?.narrow ?? null }, range),
    );
  }

  private query(
    context: CallContext,
    { lanes }: OrderedList,
    build: (add: AddParameter) => Statement,
  ): Promise<OrderedRow[]> {
    const values: unknown[] = [context.organizationId, lanes];
    return this.database.query<OrderedRow>(context, build(parametersOf(values)), values);
  }
}

function keysOf({ key_0, key_1, key_2 }: OrderedRow): OrderedStart['keys'] {
  return [key_0, key_1, key_2].filter((key) => key !== undefined);
}
