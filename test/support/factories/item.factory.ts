import type { GroupId, ItemId } from '../../../src/kernel/ids';
import type { WireClient } from '../client';
import type { TestBoard } from './board.factory';
import { made } from './workspace.factory';

export interface ItemOptions {
  name?: string;
  description?: string;
  /** The board's first group unless given. */
  groupId?: GroupId;
  /** By column id. */
  values?: Record<string, unknown>;
  parentId?: ItemId;
  position?: number;
  /** The organization's owner unless given. */
  client?: WireClient;
}

/** Creates an item on a board over the wire; returns its id. */
export async function anItem(board: TestBoard, options: ItemOptions = {}): Promise<ItemId> {
  const { client = board.organization.owner.client, ...given } = options;
  const input = { boardId: board.id, groupId: board.groupIds[0], name: 'Item', ...given };
  const record = await made(client, 'items.create', input);
  return record.id as ItemId;
}

/** What items.get shows in one cell; null when it is empty. */
export async function valueOf(board: TestBoard, itemId: ItemId, columnId: string): Promise<unknown> {
  const { data } = await board.organization.owner.client.query('items.get', { id: itemId });
  return data.values[columnId] ?? null;
}
