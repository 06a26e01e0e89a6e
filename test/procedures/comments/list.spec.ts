import { beforeAll, describe, expect, it } from 'vitest';
import { type CommentId, type ItemId, newId } from '../../../src/kernel/ids';
import { statusesBySight, ONLY_ONLOOKERS } from '../../support/access-checks';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { aComment } from '../../support/factories/comment.factory';
import { anItem } from '../../support/factories/item.factory';
import { aWorkspace, made } from '../../support/factories/workspace.factory';
import { refusedPaths } from '../../support/refusals';

describe('comments.list and comments.replies', () => {
  let board: TestBoard;
  let itemId: ItemId;
  let ids: CommentId[];
  const client = () => board.organization.owner.client;
  const page = async (input: object = {}) =>
    (await client().query('comments.list', { itemId, ...input })).data as {
      comments: { id: CommentId }[];
      nextCursor: string | null;
    };
  const idsOf = (rows: { id: CommentId }[]) => rows.map(({ id }) => id);

  beforeAll(async () => {
    board = await aBoard();
    itemId = await anItem(board);
    ids = [];
    for (let index = 0; index < 5; index += 1)
      ids.push(await aComment(board, itemId, { body: `Comment ${index}` }));
  });

  it('200: top-level comments, newest first, page by page', async () => {
    const first = await page({ limit: 2 });
    expect(idsOf(first.comments)).toEqual([ids[4], ids[3]]);
    expect(first.nextCursor).toBe(ids[3]);
    const second = await page({ limit: 2, cursor: first.nextCursor });
    expect(idsOf(second.comments)).toEqual([ids[2], ids[1]]);
    const last = await page({ limit: 2, cursor: second.nextCursor });
    expect([idsOf(last.comments), last.nextCursor]).toEqual([[ids[0]], null]);
  });

  it('200: a page continues after a comment that was deleted since', async () => {
    const item = await anItem(board);
    const made3 = [await aComment(board, item), await aComment(board, item), await aComment(board, item)];
    const first = await page({ itemId: item, limit: 1 });
    await made(client(), 'comments.delete', { id: first.nextCursor });
    expect(idsOf((await page({ itemId: item, cursor: first.nextCursor })).comments)).toEqual([
      made3[1],
      made3[0],
    ]);
  });

  it('200: pinned comments and replies only', async () => {
    const replyId = await aComment(board, itemId, { parentId: ids[0]! });
    for (const id of [ids[1], replyId]) await made(client(), 'comments.pin', { id, pinned: true });
    expect(idsOf((await page({ pinned: true })).comments)).toEqual([replyId, ids[1]]);
    await made(client(), 'comments.pin', { id: replyId, pinned: false });
    expect(idsOf((await page({ pinned: true })).comments)).toEqual([ids[1]]);
  });

  it('200: replies, oldest first, page by page', async () => {
    const parentId = await aComment(board, await anItem(board));
    const { comments } = (await client().query('comments.list', { itemId })).data;
    expect(idsOf(comments)).not.toContain(parentId);
    const item = await anItem(board);
    const parent = await aComment(board, item);
    const replies = [];
    for (let index = 0; index < 3; index += 1)
      replies.push(await aComment(board, item, { parentId: parent }));
    const all = (await client().query('comments.replies', { commentId: parent })).data;
    expect([idsOf(all.replies), all.nextCursor]).toEqual([replies, null]);
    const first = (await client().query('comments.replies', { commentId: parent, limit: 2 })).data;
    expect([idsOf(first.replies), first.nextCursor]).toEqual([replies.slice(0, 2), replies[1]]);
    const rest = { commentId: parent, limit: 2, cursor: first.nextCursor };
    expect(idsOf((await client().query('comments.replies', rest)).data.replies)).toEqual(replies.slice(2));
  });

  it('400: a cursor of another item, and limits outside 1 to 200', async () => {
    const elsewhere = await aComment(board, await anItem(board));
    const paths = async (input: object) =>
      refusedPaths(await client().query('comments.list', { itemId, ...input }));
    expect(await paths({ cursor: elsewhere })).toEqual(['cursor']);
    expect(await paths({ cursor: newId('comment') })).toEqual(['cursor']);
    expect(await paths({ limit: 0 })).toEqual(['limit']);
    expect(await paths({ limit: 201 })).toEqual(['limit']);
    const replies = { commentId: ids[0], cursor: ids[1] };
    expect(refusedPaths(await client().query('comments.replies', replies))).toEqual(['cursor']);
  });

  it('404: for everyone who does not see the item', async () => {
    const workspace = await aWorkspace({ organization: board.organization, visibility: 'closed' });
    const closed = await aBoard({ workspace });
    const item = await anItem(closed);
    const commentId = await aComment(closed, item);
    expect(await statusesBySight(workspace, (by) => by.query('comments.list', { itemId: item }))).toEqual(
      ONLY_ONLOOKERS,
    );
    expect(await statusesBySight(workspace, (by) => by.query('comments.replies', { commentId }))).toEqual(
      ONLY_ONLOOKERS,
    );
  });

  it('404: comments of an item in Trash, which return with the item and are purged with it', async () => {
    const item = await anItem(board);
    const commentId = await aComment(board, item);
    const listed = async () => (await client().query('comments.list', { itemId: item })).status;
    await made(client(), 'items.delete', { id: item });
    expect(await listed()).toBe(404);
    expect((await client().mutate('comments.update', { id: commentId, body: 'x' })).status).toBe(404);
    await made(client(), 'items.restore', { id: item });
    expect(await listed()).toBe(200);
    await made(client(), 'items.delete', { id: item });
    await made(client(), 'trash.purge', { ids: [item] });
    for (const table of ['comments', 'comment_counts']) {
      const { rows } = await board.organization.app.sql.query(`select from ${table} where item_id = $1`, [
        item,
      ]);
      expect([table, rows]).toEqual([table, []]);
    }
  });
});
