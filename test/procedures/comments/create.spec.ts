import { beforeAll, describe, expect, it } from 'vitest';
import { type ItemId, newId } from '../../../src/kernel/ids';
import { BODY_MAX, MENTIONS_MAX } from '../../../src/modules/comments/comments.schemas';
import { codesWithoutCredential, statusWithoutScope, UNAUTHORIZED } from '../../support/access-checks';
import type { WireClient } from '../../support/client';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { aComment } from '../../support/factories/comment.factory';
import { anItem } from '../../support/factories/item.factory';
import { anOrganization } from '../../support/factories/organization.factory';
import { made } from '../../support/factories/workspace.factory';
import { eventsDuring, expectHidden, refusedPaths } from '../../support/refusals';

describe('comments.create', () => {
  let board: TestBoard;
  let itemId: ItemId;
  const owner = () => board.organization.owner;
  const create = (input: object) => made(owner().client, 'comments.create', { itemId, ...input });
  const countOf = async (id: ItemId) => (await owner().client.query('items.get', { id })).data.commentCount;

  beforeAll(async () => {
    board = await aBoard();
    itemId = await anItem(board);
  });

  it('200: returns the comment with its rendered text, and emits comment.created', async () => {
    const body = 'A **bold** line\nand [a link](https://example.com)';
    let comment: Awaited<ReturnType<typeof create>>;
    const events = await eventsDuring(board.organization, async () => {
      comment = await create({ body });
    });
    expect(comment!).toEqual({
      id: expect.stringMatching(/^cmt_[0-9A-Z]{26}$/),
      itemId,
      parentId: null,
      body,
      bodyHtml:
        '<p>A <strong>bold</strong> line<br />\nand <a href="https://example.com" rel="noopener nofollow ugc">a link</a></p>\n',
      mentions: [],
      attachments: [],
      reactions: [],
      author: { id: owner().userId, name: expect.any(String), avatar: null, isServiceAccount: false },
      replyCount: 0,
      isPinned: false,
      createdAt: expect.any(String),
      updatedAt: comment!.createdAt,
    });
    expect(events).toMatchObject([
      {
        type: 'comment.created',
        boardId: board.id,
        actorId: owner().userId,
        data: { commentId: comment!.id, parentId: null, mentions: [], attachmentCount: 0 },
      },
    ]);
  });

  it('200: a mention names a member of the organization, under the current name', async () => {
    const member = await board.organization.addMember('member');
    const stranger = (await anOrganization()).owner.userId;
    const comment = await create({ body: `@${member.userId} and @${stranger} and \`@${member.userId}\`` });
    expect(comment.mentions).toEqual([member.userId]);
    expect(comment.bodyHtml).toContain(`<span class="mention" data-user-id="${member.userId}">@`);
    expect(comment.bodyHtml).toContain(` and @${stranger} and <code>@${member.userId}</code>`);
    await board.organization.app.sql.query('update users set name = $2 where id = $1', [
      member.userId,
      'New & <b>bold</b>',
    ]);
    const { comments } = (await owner().client.query('comments.list', { itemId, limit: 1 })).data;
    expect(comments[0].bodyHtml).toContain(
      `<span class="mention" data-user-id="${member.userId}">@New &amp; &lt;b&gt;bold&lt;/b&gt;</span>`,
    );
  });

  it('200: a reply counts with its parent, and both count with the item', async () => {
    const item = await anItem(board);
    const parentId = await aComment(board, item);
    const reply = await made(owner().client, 'comments.create', { itemId: item, body: 'Reply', parentId });
    expect(reply.parentId).toBe(parentId);
    const { comments } = (await owner().client.query('comments.list', { itemId: item })).data;
    expect(comments).toMatchObject([{ id: parentId, replyCount: 1 }]);
    expect(await countOf(item)).toBe(2);
  });

  it('200: viewers and guests who see the item can comment', async () => {
    const viewer = await board.workspace.addMember('viewer');
    const guest = await board.organization.addMember('guest');
    const share = { boardId: board.id, userId: guest.userId, permission: 'view' };
    await made(owner().client, 'boards.members.add', share);
    for (const { client, userId } of [viewer, guest]) {
      const { author } = await made(client, 'comments.create', { itemId, body: 'Seen' });
      expect(author.id).toBe(userId);
    }
  });

  it('200: on an item that has moved to another board since the last comment', async () => {
    const item = await anItem(board);
    await aComment(board, item);
    const other = await aBoard({ workspace: board.workspace });
    await made(owner().client, 'items.move', { id: item, boardId: other.id, groupId: other.groupIds[0] });
    const events = await eventsDuring(board.organization, () => aComment(board, item));
    expect(events).toMatchObject([{ type: 'comment.created', boardId: other.id }]);
  });

  it('200 and 404: follow an item between a board that the caller sees and one that they do not see', async () => {
    const guest = await board.organization.addMember('guest');
    const [shared, hidden] = [
      await aBoard({ workspace: board.workspace }),
      await aBoard({ workspace: board.workspace }),
    ];
    await made(owner().client, 'boards.members.add', {
      boardId: shared.id,
      userId: guest.userId,
      permission: 'edit',
    });
    const item = await anItem(hidden);
    const comment = async (body: string) =>
      (await guest.client.mutate('comments.create', { itemId: item, body })).status;
    const statuses = [await comment('Hidden')];
    for (const { id, groupIds } of [shared, hidden]) {
      await made(owner().client, 'items.move', { id: item, boardId: id, groupId: groupIds[0] });
      statuses.push(await comment('After a move'));
    }
    expect(statuses).toEqual([404, 200, 404]);
  });

  it('200: a mention of a user who stopped being a member is plain text', async () => {
    const { userId } = await board.organization.addMember('member');
    expect((await create({ body: `@${userId}` })).mentions).toEqual([userId]);
    await made(owner().client, 'organizations.members.deactivate', { userId });
    const { mentions, bodyHtml } = await create({ body: `@${userId}` });
    expect([mentions, bodyHtml]).toEqual([[], `<p>@${userId}</p>\n`]);
  });

  it('200: the same response with an Idempotency-Key, in a transaction', async () => {
    const body = `Plain, **bold** and @${owner().userId}`;
    const [first, second] = [
      await create({ body }),
      (await owner().client.mutate('comments.create', { itemId, body }, { 'idempotency-key': 'comment' }))
        .data,
    ];
    const unique = { id: expect.anything(), createdAt: expect.anything(), updatedAt: expect.anything() };
    expect(second).toEqual({ ...first, ...unique });
    const { comments } = (await owner().client.query('comments.list', { itemId, limit: 2 })).data;
    expect(comments).toEqual([second, first]);
  });

  it('keeps every count under parallel writes', async () => {
    const item = await anItem(board);
    const parentId = await aComment(board, item);
    const ids = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        aComment(board, item, { body: `Reply ${index}`, ...(index % 2 === 0 ? { parentId } : {}) }),
      ),
    );
    expect(await countOf(item)).toBe(31);
    const { comments } = (await owner().client.query('comments.list', { itemId: item })).data;
    expect(comments.at(-1)).toMatchObject({ id: parentId, replyCount: 15 });
    await Promise.all(ids.slice(0, 10).map((id) => made(owner().client, 'comments.delete', { id })));
    expect(await countOf(item)).toBe(21);
  });

  it('creates no reply to a comment that is deleted at the same time', async () => {
    for (let round = 0; round < 10; round += 1) {
      const item = await anItem(board);
      const parentId = await aComment(board, item);
      const reply = { itemId: item, body: 'Reply', parentId };
      const [created] = await Promise.all([
        owner().client.mutate('comments.create', reply),
        made(owner().client, 'comments.delete', { id: parentId }),
      ]);
      expect([200, 404]).toContain(created.status);
      expect(await countOf(item)).toBe(0);
      const { rows } = await board.organization.app.sql.query(
        'select from comments where item_id = $1 and tombstone_until is null',
        [item],
      );
      expect(rows).toEqual([]);
    }
  });

  it('400: names the field', async () => {
    const paths = async (input: object) =>
      refusedPaths(await owner().client.mutate('comments.create', input));
    expect(await paths({ itemId })).toEqual(['body']);
    expect(await paths({ itemId, body: ' \n\t ' })).toEqual(['body']);
    expect(await paths({ itemId, body: 'x'.repeat(BODY_MAX + 1) })).toEqual(['body']);
    const users = Array.from({ length: MENTIONS_MAX + 1 }, () => `@${newId('user')}`);
    expect(await paths({ itemId, body: users.join(' ') })).toEqual(['body']);
    expect(await paths({ itemId: 'itm_1', body: 'x' })).toEqual(['itemId']);
    expect(await paths({ itemId, body: 'x', attachmentIds: ['x'] })).toEqual(['attachmentIds.0']);
  });

  it('400: replies have one level, on the same item', async () => {
    const parentId = await aComment(board, itemId);
    const replyId = await aComment(board, itemId, { parentId });
    const paths = async (input: object) =>
      refusedPaths(await owner().client.mutate('comments.create', input));
    expect(await paths({ itemId, body: 'x', parentId: replyId })).toEqual(['parentId']);
    expect(await paths({ itemId: await anItem(board), body: 'x', parentId })).toEqual(['parentId']);
  });

  it('404: an item in Trash, a deleted parent, and what the caller does not see', async () => {
    const trashed = await anItem(board);
    await made(owner().client, 'items.delete', { id: trashed });
    expect((await owner().client.mutate('comments.create', { itemId: trashed, body: 'x' })).status).toBe(404);
    const attached = { itemId, body: 'x', attachmentIds: [newId('file')] };
    expect((await owner().client.mutate('comments.create', attached)).status).toBe(404);
    const parentId = await aComment(board, itemId);
    await made(owner().client, 'comments.delete', { id: parentId });
    const reply = await owner().client.mutate('comments.create', { itemId, body: 'x', parentId });
    expect(reply.status).toBe(404);
    const guest = await board.organization.addMember('guest');
    await expectHidden(itemId, (id) => guest.client.mutate('comments.create', { itemId: id, body: 'x' }));
  });

  it('401 and 403: without a credential and without the scope', async () => {
    const call = (client: WireClient) => client.mutate('comments.create', { itemId, body: 'x' });
    expect(await codesWithoutCredential(board.workspace, call)).toEqual(UNAUTHORIZED);
    expect(await statusWithoutScope(board.workspace, 'write', call)).toBe(403);
  });
});
