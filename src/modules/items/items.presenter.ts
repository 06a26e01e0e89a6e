import { JsonText } from '../../kernel/json';
import { compileBoardValues, type ValuesPresenter } from '../columns';
import type { BoardFacts } from '../hierarchy';
import type { ItemRecord } from './item.record';

/** One compiled presenter per state of a board; it goes when the board's facts go. */
const compiled = new WeakMap<BoardFacts, ValuesPresenter>();

function valuesPresenter(board: BoardFacts): ValuesPresenter {
  let presenter = compiled.get(board);
  if (!presenter) compiled.set(board, (presenter = compileBoardValues(board)));
  return presenter;
}

/** The members of an item in lists, as JSON text: ids and timestamps hold nothing that needs escaping. */
function listed(item: ItemRecord, values: ValuesPresenter): string {
  const parentId = item.parentId === null ? 'null' : `"${item.parentId}"`;
  return (
    `"id":"${item.id}","name":${JSON.stringify(item.name)},"boardId":"${item.boardId}","groupId":"${item.groupId}",` +
    `"parentId":${parentId},"position":${item.position},"createdBy":"${item.createdBy}",` +
    `"createdAt":"${item.createdAt}","updatedAt":"${item.updatedAt}","values":${values(item.values, item)}`
  );
}

function whole(item: ItemRecord, values: ValuesPresenter): string {
  return `${listed(item, values)},"description":${JSON.stringify(item.description)}`;
}

/** One item with its description. */
export function presentItem(board: BoardFacts, item: ItemRecord): JsonText {
  return new JsonText(`{${whole(item, valuesPresenter(board))}}`);
}

/** `items` of a bulk answer, each shown by its own board. */
export function presentItems(
  items: readonly ItemRecord[],
  boardOf: (item: ItemRecord) => BoardFacts,
): JsonText {
  const texts = items.map((item) => `{${whole(item, valuesPresenter(boardOf(item)))}}`);
  return new JsonText(`{"items":[${texts.join(',')}]}`);
}

/** A page of items.list. */
export function presentPage(
  board: BoardFacts,
  items: readonly ItemRecord[],
  nextCursor: string | null,
): JsonText {
  const values = valuesPresenter(board);
  let text = '';
  for (const item of items) text += `${text === '' ? '' : ','}{${listed(item, values)}}`;
  return new JsonText(`{"items":[${text}],"nextCursor":${JSON.stringify(nextCursor)}}`);
}

export interface SubItemRecord {
  id: string;
  name: string;
  values: string;
  createdAt: string;
  updatedAt: string;
}

/** items.get: sub-items and counts beside the item. */
export function presentItemWithParts(
  board: BoardFacts,
  item: ItemRecord,
  {
    subItems,
    commentCount,
    fileCount,
  }: { subItems: SubItemRecord[]; commentCount: number; fileCount: number },
): JsonText {
  const values = valuesPresenter(board);
  const parts = subItems.map(
    (sub) => `{"id":"${sub.id}","name":${JSON.stringify(sub.name)},"values":${values(sub.values, sub)}}`,
  );
  return new JsonText(
    `{${whole(item, values)},"subItems":[${parts.join(',')}],"commentCount":${commentCount},"fileCount":${fileCount}}`,
  );
}
