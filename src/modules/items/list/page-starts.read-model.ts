import { Injectable } from '@nestjs/common';
import { UnknownCursor } from '../../../kernel/cursor';
import type { ItemId } from '../../../kernel/ids';
import type { RecordKey } from '../../../kernel/record-key';
import type { CallContext } from '../../../access/principal';
import { Database } from '../../../platform/database/database';
import type { BoardFacts } from '../../hierarchy';
import { CURSOR, LANE_LENGTHS, RANK_AT } from './items-list.statements';
import {
  countsOn,
  FIRST_PAGE,
  type ListedRow,
  type ListQuery,
  optionsOf,
  type Sort,
  sortedBy,
  type Start,
} from './list-query';
import { CursorPositionsCache } from './cursor-positions.cache';
import { type ResumedScan, resumedScan } from './resumed-scan';

interface CursorRow {
  list: RecordKey;
  rank: string;
  isLive: boolean;
  nameKey: string;
  createdAt: string;
  updatedAt: string;
  createdBy: string;
  numberKey: number | null;
  textKey: string | null;
  before: number | null;
}

/** Where pages begin: after the cursor's item, or where the previous page ended. */
@Injectable()
export class PageStartsReadModel {
  constructor(
    private readonly database: Database,
    private readonly marks: CursorPositionsCache,
  ) {}

  /** The scan that a cursor continues, and the position. */
  async resume(
    context: CallContext,
    board: BoardFacts,
    query: ListQuery,
    cursor: ItemId,
  ): Promise<ResumedScan> {
    const mark = this.marks.find(context, query.scan, cursor);
    if (mark === undefined) return { query, start: await this.atItem(context, board, query, cursor) };
    const scan = resumedScan(query, mark);
    if (!countsOn(scan.query) || scan.start.rank !== mark.rank) return scan;
    return { ...scan, start: { ...scan.start, position: null } };
  }

  /** Where the page begins with the item at a place in board order; null beyond the end. */
  async atPlace(context: CallContext, { lists }: ListQuery, from: number): Promise<Start | null> {
    if (from === 0) return FIRST_PAGE;
    const rows = await this.database.query<{ lane: RecordKey; live: number }>(context, LANE_LENGTHS, [
      context.organizationId,
      lists,
    ]);
    const lengths = new Map(rows.map(({ lane, live }) => [lane, live]));
    let left = from;
    for (const [at, list] of lists.entries()) {
      const live = lengths.get(list) ?? 0;
      if (left < live) {
        const rank = left === 0 ? '-infinity' : await this.rankAt(context, list, left - 1);
        return { isFirst: false, lane: at + 1, rank, key: null, position: left };
      }
      left -= live;
    }
    return null;
  }

  private async rankAt(context: CallContext, list: RecordKey, position: number): Promise<string> {
    const [row] = await this.database.query<{ rank: string | null }>(context, RANK_AT, [list, position]);
    return row?.rank ?? 'infinity';
  }

  private async atItem(
    context: CallContext,
    board: BoardFacts,
    query: ListQuery,
    cursor: ItemId,
  ): Promise<Start> {
    const { lists, sort } = query;
    const wantsPosition = countsOn(query);
    const values = [context.organizationId, cursor, board.id, sort?.column?.key ?? null, wantsPosition];
    const [row] = await this.database.query<CursorRow>(context, CURSOR, values);
    const lane = row === undefined ? 0 : lists.indexOf(row.list) + 1;
    if (row === undefined || lane === 0) throw new UnknownCursor();
    const key = sort === null ? null : keyOf(row, sort);
    const position = (row.before ?? 0) + (row.isLive ? 1 : 0);
    return { isFirst: false, lane, rank: row.rank, key, position };
  }

  /** Stores where the page ends, when another page follows. */
  marked(context: CallContext, query: ListQuery, lanesLeftOut: number, rows: ListedRow[]): ListedRow[] {
    if (rows.length > query.limit) {
      const { lists, scan, limit, sort } = query;
      const last = rows[limit - 1]!;
      this.marks.set(context, scan, last.id, {
        lists,
        at: lanesLeftOut + Number(last.lane) - 1,
        rank: last.rank,
        sortedBy: sortedBy(query),
        options: optionsOf(sort),
        key: last.key ?? null,
      });
    }
    return rows;
  }
}

function keyOf(row: CursorRow, { order }: Sort): string | number | null {
  switch (order.by) {
    case 'createdAt':
    case 'updatedAt':
      return row[order.by];
    case 'name':
      return row.nameKey;
    case 'createdBy':
      return row.createdBy;
    case 'number':
      return row.numberKey;
    case 'option':
      // An option that the column no longer has has no place in the order.
      return row.textKey !== null && order.keys.includes(row.textKey) ? row.textKey : null;
    case 'text':
      return row.textKey;
  }
}
