import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { BoardId, GroupId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import { ReadDatabase } from '../../../platform/database/replica/read-database';
import { statement } from '../../../platform/database/statement';
import { ITEM_FIELDS, type ItemRecord } from '../item.record';

/**
 * Rows of a batch: bounds memory for a board of any size. With 1,000 rows, the garbage collector copies more of them than
 * the fewer statements save.
 */
const BATCH = 250;

// A snapshot of the board's order: the ids without their prefix, concatenated, 26 bytes each. Parents are found one by one:
// most items have none, and a join of sets would read all items of the organization.
export const BOARD_ORDER = statement(
  'items.board-order',
  `select string_agg(substr(item.id, 5), '' order by lists.at, coalesce(parent.rank, item.rank),
     coalesce(parent.id, item.id), parent.id nulls first, item.rank, item.id) as ids
   from items item
   left join lateral (
     select id, rank, trashed_at, archived_at from items
     where organization_id = $1 and id = item.parent_id
     offset 0) parent on true
   join unnest($3::text[]) with ordinality as lists (id, at) on lists.id = item.group_id
   where item.organization_id = $1 and item.board_id = $2 and item.trashed_at is null and item.archived_at is null
     and (item.parent_id is null or (parent.trashed_at is null and parent.archived_at is null))`,
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
   * the start, so an item that moves meanwhile is neither repeated nor missed. One batch is read while the previous one
   * is consumed: the database works while the rows are written. Each batch is its own statement, so a slow reader blocks
   * no one.
   */
  async *inBoardOrder(
    context: CallContext,
    boardId: BoardId,
    groupIds: readonly GroupId[],
  ): AsyncGenerator<ItemRecord[]> {
    const values = [context.organizationId, boardId, groupIds];
    const [order] = await this.database.query<{ ids: string | null }>(context, BOARD_ORDER, values);
    const ids = order?.ids ?? '';
    const positions = new BoardPositions();
    let end = 0;
    const readNext = (): Promise<ItemRecord[]> | null => {
      if (end >= ids.length) return null;
      const start = end;
      end = Math.min(start + BATCH * ULID_LENGTH, ids.length);
      const asked = idArray(ids, start, end);
      const batch = this.database.query<ItemRecord>(context, IN_ORDER, [
        context.organizationId,
        asked,
        boardId,
      ]);
      // When the consumer ends the iteration, no one awaits the batch.
      batch.catch(() => undefined);
      return batch;
    };
    let next = readNext();
    while (next !== null) {
      const items = await next;
      next = readNext();
      // The pool sends the statement in the next turn of the event loop, and the consumer writes a whole batch in one turn.
      await nextTurn();
      positions.count(items);
      if (items.length > 0) yield items;
    }
  }
}

/** The ids as PostgreSQL spells an array: the driver would escape each of them. */
function idArray(ids: string, start: number, end: number): string {
  let array = '';
  for (let at = start; at < end; at += ULID_LENGTH) array += `,${PREFIX}${ids.slice(at, at + ULID_LENGTH)}`;
  return `{${array.slice(1)}}`;
}

/** Counts the positions of items that are read in board order. */
class BoardPositions {
  private readonly lengths = new Map<string, number>();

  count(items: readonly ItemRecord[]): void {
    const { lengths } = this;
    for (const item of items) {
      const list = item.parentId ?? item.groupId;
      item.position = lengths.get(list) ?? 0;
      lengths.set(list, item.position + 1);
    }
    // The top-level items of a board have thousands of lists of sub-items: lists that are already read are not
    // queried again.
    const last = items.at(-1);
    for (const list of lengths.keys()) {
      if (list.startsWith(PREFIX) && list !== last?.id && list !== last?.parentId) lengths.delete(list);
    }
  }
}
