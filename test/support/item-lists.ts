import type { WireAnswer, WireClient } from './client';
import type { TestBoard } from './factories/board.factory';

/** An item as items.list shows it. */
export interface ListedItem {
  id: string;
  name: string;
  boardId: string;
  groupId: string;
  parentId: string | null;
  position: number;
  createdBy: string;
  createdAt: string;
  updatedAt: string;
  // The wire is untyped here: specs assert on it.
  // oxlint-disable-next-line typescript/no-explicit-any
  values: Record<string, any>;
}

/** All pages of items.list, each a page of `limit`; `between` is called with the items so far before each next page. */
export async function listedItems(
  client: WireClient,
  input: { boardId: string; limit?: number } & Record<string, unknown>,
  between?: (soFar: ListedItem[]) => Promise<unknown>,
): Promise<ListedItem[]> {
  const items: ListedItem[] = [];
  for (let cursor: string | undefined; ;) {
    const answer: WireAnswer = await client.query('items.list', { limit: 200, ...input, cursor });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    items.push(...answer.data.items);
    if (answer.data.nextCursor === null) return items;
    cursor = answer.data.nextCursor as string;
    await between?.(items);
  }
}

/** Names of a board's items, in board order or as asked. */
export async function listedNames(
  board: TestBoard,
  input: Record<string, unknown> = {},
  client = board.organization.owner.client,
): Promise<string[]> {
  return (await listedItems(client, { boardId: board.id, ...input })).map(({ name }) => name);
}
