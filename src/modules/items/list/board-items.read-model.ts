import { Injectable } from '@nestjs/common';
import type { BoardId, GroupId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import { ReadDatabase } from '../../../platform/database/replica/read-database';
import { statement } from '../../../platform/database/statement';
import { ITEM_FIELDS, type ItemRecord } from '../item.record';

/** Rows of a batch: bounds memory for a board of any size. */
const BATCH = 250;

// A snapshot of the board's order: the ids without their prefix, concatenated, 26 bytes each.
export const BOARD_ORDER = statement(
  'items.board-order',
  `select string_agg(substr(item.id, 5), '' order by lanes.at, coalesce(parent.rank, item.rank),
     coalesce(parent.id, item.id), parent.id nulls first, item.rank, item.id) as ids
   from items item
   left join items parent on parent.organization_id = $1 and parent.id = item.parent_id
   join unnest($3::text[]) with ordinality as lanes (lane, at) on lanes.lane = coalesce(parent.lane, item.lane)
   where item.organization_id = $1 and item.board_id = $2 and item.trashed_at is null and item.archived_at is null`,
);

// Items that have left the board since then are skipped. Rows are fetched one by one: as a set join, a board
// of some thousand items would be read completely for each batch.
export const IN_ORDER = statement(
  'items.in-order',
  `select ${ITEM_FIELDS}, 0::float8 as position
   from unnest($2::text[]) with ordinality as asked (id, at)
   cross join lateral (
     select * from items
     where organization_id = $1 and id = asked.id and board_id = $3 and trashed_at is null and archived_at is null
     offset 0) item
   order by asked.at`,
);

const PREFIX = 'itm_';
const ULID_LENGTH = 26;

/** Iterates over all live items of a board. */
@Injectable()
export class BoardItemsReadModel {
  constructor(private readonly database: ReadDatabase) {}

  /**
   * Board order: groups in their order, items by position, each followed by its sub-items. The order is fixed at
   * the start, so an item that moves meanwhile is neither repeated nor missed. A batch is read after the previous
   * one is consumed. Each batch is its own statement, so a slow reader blocks no one.
   */
  async *inBoardOrder(
    context: CallContext,
    boardId: BoardId,
    groupIds: readonly GroupId[],
  ): AsyncGenerator<ItemRecord[]> {
    const { organizationId } = context;
    const [order] = await this.database.query<{ ids: string | null }>(context, BOARD_ORDER, [
      organizationId,
      boardId,
      groupIds,
    ]);
    const ids = order?.ids ?? '';
    const lengths = new Map<string, number>();
    for (let start = 0; start < ids.length; start += BATCH * ULID_LENGTH) {
      const asked: string[] = [];
      const end = Math.min(start + BATCH * ULID_LENGTH, ids.length);
      for (let at = start; at < end; at += ULID_LENGTH) asked.push(PREFIX + ids.slice(at, at + ULID_LENGTH));
      const items = await this.database.query<ItemRecord>(context, IN_ORDER, [
        organizationId,
        asked,
        boardId,
      ]);
      for (const item of items) {
        const list = item.parentId ?? item.groupId;
        item.position = lengths.get(list) ?? 0;
        lengths.set(list, item.position + 1);
      }
      // The top-level items of a board have thousands of lists of sub-items: lists that are already read are not
      // queried again.
      for (const list of lengths.keys()) {
        if (list.startsWith(PREFIX) && list !== items.at(-1)?.id && list !== items.at(-1)?.parentId)
          lengths.delete(list);
      }
      if (items.length > 0) yield items;
    }
  }
}
