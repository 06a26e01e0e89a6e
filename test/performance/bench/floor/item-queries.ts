import type { BoardCache } from './board-cache';
import type { Database, Row } from './database';
import { ITEM_BOARD, ITEM_GROUP, ITEM_ID, ITEM_POSITION, itemText } from './item-text';
import type { Procedure } from './procedure';
import { FIRST_PAGE, ITEM, PAGE_AFTER, PAGE_SIZE, SORTED_PAGE } from './statements';

/**
 * `sortBy` sorts ascending by a column that has a sort key, from its first page only: what the run measures.
 */
export interface ListInput {
  readonly boardId: string;
  readonly cursor?: string;
  readonly sortBy?: string;
}

export function itemQueries(database: Database, boards: BoardCache) {
  const list: Procedure<ListInput> = async ({ boardId, cursor, sortBy }) => {
    const values = await boards.ofBoard(boardId);
    if (sortBy) {
      const rows = await database.rows(SORTED_PAGE, [sortBy]);
      return pageText(rows, (row) => itemText(row, row[ITEM_POSITION]!, values));
    }
    const rows = cursor
      ? await database.rows(PAGE_AFTER, [boardId, cursor])
      : await database.rows(FIRST_PAGE, [boardId]);
    const positions = countOn(cursor ? Number(rows[0]?.[ITEM_POSITION] ?? -1) : -1);
    return pageText(rows, (row) => itemText(row, positions(row[ITEM_GROUP]!), values));
  };

  const get: Procedure<{ readonly id: string }> = async ({ id }) => {
    const [row] = await database.rows(ITEM, [id]);
    if (!row) throw new Error(`Nothing has the id ${id}`);
    return itemText(row, row[ITEM_POSITION]!, await boards.ofBoard(row[ITEM_BOARD]!));
  };

  return { list, get };
}

/** Rows follow each other in board order: one more than the row before, or 0 at the start of a group. */
function countOn(last: number): (groupId: string) => number {
  let position = last;
  let group: string | null = null;
  return (groupId) => {
    if (group !== null && groupId !== group) position = -1;
    group = groupId;
    return (position += 1);
  };
}

function pageText(rows: readonly Row[], text: (row: Row) => string): string {
  const hasNext = rows.length > PAGE_SIZE;
  const count = hasNext ? PAGE_SIZE : rows.length;
  let items = '';
  for (let at = 0; at < count; at += 1) items += (at === 0 ? '' : ',') + text(rows[at]!);
  const nextCursor = hasNext ? `"${rows[PAGE_SIZE - 1]![ITEM_ID]}"` : 'null';
  return `{"items":[${items}],"nextCursor":${nextCursor}}`;
}
