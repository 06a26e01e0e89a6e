import { Injectable } from '@nestjs/common';
import { UnknownCursor } from '../../kernel/cursor';
import type { ItemId } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import { Database } from '../../platform/database/database';
import type { BoardFacts } from '../hierarchy';
import { COUNT_UP_TO, CURSOR } from './items-list.statements';
import { countsOn, type ListedRow, type ListQuery, type Sort, type Start } from './list-query';
import { type PageMark, PageMarks } from './page-marks';

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

/** Where pages begin: after the cursor's item, or where the page before it ended. */
@Injectable()
export class PageStartsReadModel {
  constructor(
    private readonly database: Database,
    private readonly marks: PageMarks,
  ) {}

  async start(context: CallContext, board: BoardFacts, query: ListQuery, cursor: ItemId): Promise<Start> {
    const mark = this.marks.find(context.organizationId, query.walk, cursor);
    if (mark !== undefined) return this.startAfterMark(context, query, mark);
    const { lists, sort } = query;
    const wantsPosition = countsOn(query);
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
    query: ListQuery,
    { list, later, rank, key }: PageMark,
  ): Promise<Start> {
    const { lists } = query;
    const lane = lists.indexOf(list) + 1;
    if (lane === 0) {
      // Its list is gone: what follows begins with the next one that is left.
      const next = later.map((each) => lists.indexOf(each)).find((at) => at !== -1) ?? lists.length;
      return { isFirst: false, lane: next, rank: next === 0 ? '-infinity' : 'infinity', key, position: 0 };
    }
    if (!countsOn(query)) return { isFirst: false, lane, rank, key, position: 0 };
    const [row] = await this.database.query<{ before: number }>(context, COUNT_UP_TO, [
      context.organizationId,
      list,
      rank,
    ]);
    return { isFirst: false, lane, rank, key, position: row!.before };
  }

  /** Remembers where the page ends, when another one follows. */
  marked(context: CallContext, query: ListQuery, lanesLeftOut: number, rows: ListedRow[]): ListedRow[] {
    if (rows.length > query.limit) {
      const { lists, walk, limit } = query;
      const last = rows[limit - 1]!;
      const at = lanesLeftOut + Number(last.lane) - 1;
      const mark = { list: lists[at]!, later: lists.slice(at + 1), rank: last.rank, key: last.key ?? null };
      this.marks.set(context.organizationId, walk, last.id, mark);
    }
    return rows;
  }
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
