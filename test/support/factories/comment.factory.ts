import type { CommentId, ItemId } from '../../../src/kernel/ids';
import type { WireClient } from '../client';
import type { TestBoard } from './board.factory';
import { made } from './workspace.factory';

export interface CommentOptions {
  body?: string;
  parentId?: CommentId;
  /** The organization's owner unless given. */
  client?: WireClient;
}

/** A comment on an item, created over the wire; its id. */
export async function aComment(
  board: TestBoard,
  itemId: ItemId,
  options: CommentOptions = {},
): Promise<CommentId> {
  const { client = board.organization.owner.client, body = 'Comment', parentId } = options;
  const input = { itemId, body, ...(parentId ? { parentId } : {}) };
  const { id } = await made(client, 'comments.create', input);
  return id as CommentId;
}
