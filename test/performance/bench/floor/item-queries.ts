import type { BoardCache } from './board-cache';
import type { Database, Row } from './database';
import {
  ITEM_BOARD,
  ITEM_DESCRIPTION,
  ITEM_GROUP,
  ITEM_ID,
  ITEM_POSITION,
  itemText,
  wholeItemText,
} from './item-text';
import { quoted } from './json-text';
import type { Procedure } from './procedure';
import {
  FILTERED_PAGE,
  FIRST_PAGE,
  ITEM,
  GROUP_COUNTS,
  PAGE_AFTER,
  PAGE_FROM,
  PAGE_SIZE,
  RARE_PAGE,
  SEARCHED_PAGE,
  SORTED_BY_FIELD_PAGES,
  SORTED_BY_TEXT_PAGE,
  SORTED_PAGE,
} from './statements';
import type { WireValues } from './wire-values';

/**
 * What the run measures, and no more: `sortBy` sorts ascending by a column that has a sort key or by a field, from its first page;
 * `filters` is one condition, a choice together with a sort or a range of numbers; `search` is a part of the name.
 */
export interface ListInput {
  readonly boardId: string;
  readonly cursor?: string;
  readonly from?: number;
  readonly sortBy?: string;
  readonly filters?: readonly [{ columnId: string; value: unknown }];
  readonly search?: string;
}

export function itemQueries(database: Database, boards: BoardCache) {
  const sorted = (boardId: string, by: string, values: WireValues) => {
    const byField = SORTED_BY_FIELD_PAGES.get(by);
    if (byField) return database.rows(byField, [boardId]);
    return database.rows(values.sortsAsText(by) ? SORTED_BY_TEXT_PAGE : SORTED_PAGE, [by]);
  };

  const list: Procedure<ListInput> = async ({ boardId, cursor, from, sortBy, filters, search }) => {
    const values = await boards.ofBoard(boardId);
    const placed = (rows: readonly Row[]) =>
      pageText(rows, (row) => itemText(row, row[ITEM_POSITION]!, values));
    if (search) return placed(await database.rows(SEARCHED_PAGE, [boardId, `%${search.toLowerCase()}%`]));
    if (filters) {
      const [{ columnId, value }] = filters;
      if (!sortBy) return placed(await database.rows(RARE_PAGE, [columnId, ...(value as number[])]));
      const { stored } = values.store(columnId, value);
      return placed(await database.rows(FILTERED_PAGE, [sortBy, columnId, stored]));
    }
    if (sortBy) return placed(await sorted(boardId, sortBy, values));
    const rows = await (cursor
      ? database.rows(PAGE_AFTER, [boardId, cursor])
      : from
        ? database.rows(PAGE_FROM, [boardId, from])
        : database.rows(FIRST_PAGE, [boardId]));
    const positions = countOn(cursor || from ? Number(rows[0]?.[ITEM_POSITION] ?? -1) : -1);
    return pageText(rows, (row) => itemText(row, positions(row[ITEM_GROUP]!), values));
  };

  const get: Procedure<{ readonly id: string }> = async ({ id }) => {
    const [row] = await database.rows(ITEM, [id]);
    if (!row) throw new Error(`Nothing has the id ${id}`);
    const values = await boards.ofBoard(row[ITEM_BOARD]!);
    const [subItems, comments, files] = row.slice(ITEM_DESCRIPTION + 1);
    return (
      `${wholeItemText(row, row[ITEM_POSITION]!, values).slice(0, -1)},"subItems":${subItemsText(subItems!, values)},` +
      `"commentCount":${comments},"fileCount":${files}}`
    );
  };

  const summary: Procedure<{ readonly boardId: string }> = async ({ boardId }) => {
    const rows = await database.rows(GROUP_COUNTS, [boardId]);
    const groups = rows.map(([key, count]) => ({ key, count: Number(count), aggregates: [] }));
    const total = groups.reduce((sum, { count }) => sum + count, 0);
    return JSON.stringify({ total, aggregates: [], groups });
  };

  return { list, get, summary };
}

type SubItem = readonly [id: string, name: string, createdAt: string, updatedAt: string, values: object];

function subItemsText(rows: string | null, values: WireValues): string {
  if (rows === null) return '[]';
  const subItems = (JSON.parse(rows) as SubItem[]).map(
    ([id, name, createdAt, updatedAt, stored], position) =>
      `{"id":"${id}","name":${quoted(name)},"position":${position},"createdAt":"${createdAt}",` +
      `"updatedAt":"${updatedAt}","values":${values.present(JSON.stringify(stored))}}`,
  );
  return `[${subItems.join(',')}]`;
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
