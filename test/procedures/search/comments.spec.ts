import { beforeAll, describe, expect, it } from 'vitest';
import type { ItemId } from '../../../src/kernel/ids';
import type { WireClient } from '../../support/client';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { aComment } from '../../support/factories/comment.factory';
import { anItem } from '../../support/factories/item.factory';
import { aWorkspace, made } from '../../support/factories/workspace.factory';
import { indexed } from '../../support/search-index';

describe('search.query for comments', () => {
  let board: TestBoard;
  let itemId: ItemId;
  const owner = () => board.organization.owner.client;
  const found = async (q: string, client: WireClient = owner()) => {
    await indexed(board.organization);
    const { results } = (await client.query('search.query', { q, types: ['comment'] })).data;
    return results.map(({ id }: { id: string }) => id);
  };

  beforeAll(async () => {
    board = await aBoard({ name: 'Roadmap' });
    itemId = await anItem(board, { name: 'Launch' });
  });

  it('200: finds the text, without its markup, and names the item', async () => {
    const id = await aComment(board, itemId, {
      body: 'The **marmalade** is [ready](https://example.com/quince)',
    });
    await indexed(board.organization);
    const { results } = (await owner().query('search.query', { q: 'marmalade' })).data;
    expect(results).toMatchObject([
      {
        type: 'comment',
        id,
        name: 'Launch',
        itemId,
        boardId: board.id,
        boardName: 'Roadmap',
        snippet: 'The marmalade is ready',
      },
    ]);
    expect(await found('quince')).toEqual([]);
    expect(await found('launch')).toEqual([]);
  });

  it('200: an edited comment by its new text, a deleted one not at all', async () => {
    const id = await aComment(board, itemId, { body: 'gooseberry' });
    const reply = { itemId, body: 'damson', parentId: id };
    const { id: replyId } = await made(owner(), 'comments.create', reply);
    expect([await found('gooseberry'), await found('damson')]).toEqual([[id], [replyId]]);
    await made(owner(), 'comments.update', { id, body: 'elderberry' });
    expect([await found('gooseberry'), await found('elderberry')]).toEqual([[], [id]]);
    await made(owner(), 'comments.delete', { id });
    expect([await found('elderberry'), await found('damson')]).toEqual([[], []]);
  });

  it('200: only while the item is not in Trash, wherever it moves', async () => {
    const item = await anItem(board);
    const id = await aComment(board, item, { body: 'rhubarb' });
    await made(owner(), 'items.delete', { id: item });
    expect(await found('rhubarb')).toEqual([]);
    await made(owner(), 'items.restore', { id: item });
    expect(await found('rhubarb')).toEqual([id]);
    const workspace = await aWorkspace({ organization: board.organization });
    const other = await aBoard({ workspace });
    const move = { id: item, boardId: other.id, groupId: other.groupIds[0] };
    await made(owner(), 'items.move', move);
    expect(await found('rhubarb')).toEqual([id]);
  });

  it('200: only what the caller sees', async () => {
    const workspace = await aWorkspace({ organization: board.organization, visibility: 'closed' });
    const closed = await aBoard({ workspace });
    const id = await aComment(closed, await anItem(closed), { body: 'persimmon' });
    const outsider = await board.organization.addMember('member');
    const guest = await board.organization.addMember('guest');
    expect(await found('persimmon')).toEqual([id]);
    expect(await found('persimmon', outsider.client)).toEqual([]);
    expect(await found('persimmon', guest.client)).toEqual([]);
    const share = { boardId: closed.id, userId: guest.userId, permission: 'view' };
    await made(owner(), 'boards.members.add', share);
    expect(await found('persimmon', guest.client)).toEqual([id]);
  });
});
