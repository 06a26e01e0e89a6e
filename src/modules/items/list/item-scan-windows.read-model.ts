import { Injectable } from '@nestjs/common';
import type { RecordKey } from '../../../kernel/record-key';
import type { CallContext } from '../../../access/principal';
import { Database } from '../../../platform/database/database';
import type { CompiledFilters } from '../../columns';
import { parametersOf } from './item-candidates.read-model';
import { SORT_KEYS, type SortKey } from './item-page';
import { FOUND, scanWindow } from './item-scan-windows.statements';
import { lanesOf, type ListedRow, type ListQuery, type Start } from './list-query';

/** How many entries of each lane the successive windows of a page read. */
const DEPTHS = [128, 1_024, 8_192] as const;
/** Entries of all lanes that one statement can sort in 0.1 s. */
const MAX_ENTRIES = 100_000;
const MAX_STRETCHES = 10;

export interface ScanWindowOrder {
  by: SortKey;
  columnKey: RecordKey | null;
  isDescending: boolean;
}

interface FoundRow {
  lane: string;
  /** The key of the item; null in the row that gives the end of the window. */
  item: RecordKey | null;
  key: string | number;
  rank: string;
}

/** Filtered and sorted pages of several lists, tested in their merged order (decision 0050). */
@Injectable()
export class ItemScanWindowsReadModel {
  constructor(private readonly database: Database) {}

  /** The last change has no index for scan windows (decision 0075), and a single lane is scanned directly. */
  isFor({ lists, filters }: ListQuery, by: SortKey): boolean {
    return filters !== null && lists.length > 1 && by !== 'updatedAt';
  }

  /** The page; null when windows progress so slowly that a scan of each lane is faster. */
  async page(
    context: CallContext,
    query: ListQuery,
    order: ScanWindowOrder,
    first: Start,
  ): Promise<ListedRow[] | null> {
    const { limit, lists } = query;
    const depths = DEPTHS.filter((depth) => depth * lists.length <= MAX_ENTRIES);
    const found: FoundRow[] = [];
    let start = first;
    for (let turn = 0; ; turn += 1) {
      const depth = depths[Math.min(turn, depths.length - 1)];
      if (depth === undefined || turn === MAX_STRETCHES) return null;
      const rows = await this.scanWindow(context, query, order, start, depth);
      const end = rows.find(({ item }) => item === null);
      found.push(...rows.filter(({ item }) => item !== null));
      if (found.length > limit || !end) break;
      start = { isFirst: false, lane: Number(end.lane), rank: end.rank, key: end.key, position: 0 };
    }
    return this.complete(context, query, found.slice(0, limit + 1));
  }

  private scanWindow(
    context: CallContext,
    query: ListQuery,
    { by, columnKey, isDescending }: ScanWindowOrder,
    { isFirst, key, lane, rank }: Start,
    depth: number,
  ): Promise<FoundRow[]> {
    const values: unknown[] = [context.organizationId, lanesOf(query), columnKey];
    if (!isFirst || !isDescending) values.push(isFirst ? SORT_KEYS[by].least : key, lane, rank);
    const filter = (query.filters as CompiledFilters).test(parametersOf(values));
    const statement = scanWindow(filter, { by, isDescending, isFirst }, query.limit, depth);
    return this.database.query<FoundRow>(context, statement, values);
  }

  private async complete(
    context: CallContext,
    query: ListQuery,
    found: readonly FoundRow[],
  ): Promise<ListedRow[]> {
    if (found.length === 0) return [];
    const rows = await this.database.query<ListedRow>(context, FOUND, [
      context.organizationId,
      lanesOf(query),
      found.map(({ item }) => item),
      found.map(({ lane }) => lane),
      found.map(({ rank }) => rank),
    ]);
    // The order of the found items is their number from 1.
    return rows.map((row) => ({ ...row, key: found[Number(row.key) - 1]!.key }));
  }
}
