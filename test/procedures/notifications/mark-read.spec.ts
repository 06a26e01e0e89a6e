import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids';
import { codesWithoutCredential, statusWithoutScope, UNAUTHORIZED } from '../../support/access-checks';
import type { WireClient } from '../../support/client';
import { deliverEvents } from '../../support/events';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { aComment } from '../../support/factories/comment.factory';
import { anItem } from '../../support/factories/item.factory';
import { aNotification } from '../../support/factories/notification.factory';
import type { TestMember } from '../../support/factories/organization.factory';
import { aWorkspace, made } from '../../support/factories/workspace.factory';
import { expectHidden, refusedPaths } from '../../support/refusals';

describe('notifications.markRead and notifications.unreadCount', () => {
  let board: TestBoard;
  const owner = () => board.organization.owner;
  const deliver = () => deliverEvents(board.organization.app);
  const mark = (client: WireClient, input: object) => client.mutate('notifications.markRead', input);
  const countOf = async ({ client }: TestMember): Promise<number> =>
    (await client.query('notifications.unreadCount')).data.count;
  const aReader = async (count: number): Promise<{ reader: TestMember; ids: string[] }> => {
    const reader = await board.workspace.addMember('member');
    const ids: string[] = [];
    for (let at = 0; at < count; at += 1) ids.push(await aNotification(board.organization, reader));
    return { reader, ids };
  };

  beforeAll(async () => {
    board = await aBoard();
  });

  it('200: marks the given ones, once', async () => {
    const { reader, ids } = await aReader(3);
    expect(await countOf(reader)).toBe(3);
    const answer = await mark(reader.client, { ids: [ids[0], ids[1], ids[0]] });
    expect([answer.status, answer.data]).toEqual([200, { success: true }]);
    expect(await countOf(reader)).toBe(1);
    const read = async () =>
      (await reader.client.query('notifications.list')).data.notifications.map(
        ({ readAt }: { readAt: string | null }) => readAt,
      );
    const before = await read();
    expect(before).toEqual([null, expect.any(String), expect.any(String)]);
    await made(reader.client, 'notifications.markRead', { ids: [ids[0]] });
    expect(await read()).toEqual(before);
  });

  it('200: marks all', async () => {
    const { reader } = await aReader(4);
    const { reader: other } = await aReader(2);
    await made(reader.client, 'notifications.markRead', { all: true });
    expect([await countOf(reader), await countOf(other)]).toEqual([0, 2]);
    await made(reader.client, 'notifications.markRead', { all: true });
    expect(await countOf(reader)).toBe(0);
  });

  it('200: counts exactly under parallel writes', async () => {
    const { reader, ids } = await aReader(20);
    await Promise.all([
      ...ids.slice(0, 10).map((id) => made(reader.client, 'notifications.markRead', { ids: [id] })),
      ...ids.slice(5, 15).map((id) => made(reader.client, 'notifications.markRead', { ids: [id] })),
      ...Array.from({ length: 10 }, () => aNotification(board.organization, reader)),
    ]);
    expect(await countOf(reader)).toBe(15);
  });

  it('200: counts what the list shows while access, items and comments come and go', async () => {
    const workspace = await aWorkspace({ organization: board.organization });
    const there = await aBoard({ workspace });
    const elsewhere = await aBoard({
      workspace: await aWorkspace({ organization: board.organization, visibility: 'closed' }),
    });
    const { reader } = await aReader(1);
    const parent = await anItem(there);
    const sub = await anItem(there, { parentId: parent });
    const commentId = await aComment(there, parent, { body: `@${reader.userId}` });
    await aComment(there, sub, { body: `@${reader.userId}` });
    await deliver();
    const both = async () => {
      await deliver();
      const { data } = await reader.client.query('notifications.list', { unread: true });
      return [data.notifications.length, await countOf(reader)];
    };
    const { client } = owner();
    expect(await both()).toEqual([3, 3]);

    await made(client, 'workspaces.update', { id: workspace.id, visibility: 'closed' });
    expect(await both()).toEqual([1, 1]);
    await made(client, 'workspaces.update', { id: workspace.id, visibility: 'open' });
    expect(await both()).toEqual([3, 3]);

    await made(client, 'items.delete', { id: parent });
    expect(await both()).toEqual([1, 1]);
    await made(client, 'items.restore', { id: parent });
    expect(await both()).toEqual([3, 3]);

    await made(client, 'items.move', { id: parent, boardId: elsewhere.id, groupId: elsewhere.groupIds[0] });
    expect(await both()).toEqual([1, 1]);
    await made(client, 'items.move', { id: parent, boardId: there.id, groupId: there.groupIds[0] });
    expect(await both()).toEqual([3, 3]);

    await made(client, 'comments.delete', { id: commentId });
    expect(await both()).toEqual([2, 2]);
    await made(client, 'items.delete', { id: parent });
    await made(client, 'trash.purge', { ids: [parent] });
    expect(await both()).toEqual([1, 1]);
    await made(client, 'boards.delete', { id: there.id });
    expect(await both()).toEqual([1, 1]);
  });

  it('200: keeps what was read in the list when its item moves to another board', async () => {
    const elsewhere = await aBoard({ workspace: board.workspace, project: board.project });
    const { reader } = await aReader(0);
    const itemId = await anItem(board);
    await aComment(board, itemId, { body: `@${reader.userId}` });
    await deliver();
    await made(reader.client, 'notifications.markRead', { all: true });
    const groupId = elsewhere.groupIds[0];
    await made(owner().client, 'items.move', { id: itemId, boardId: elsewhere.id, groupId });
    await deliver();
    const { data } = await reader.client.query('notifications.list');
    expect(data.notifications).toMatchObject([{ itemId, boardId: elsewhere.id, readAt: expect.any(String) }]);
    expect(await countOf(reader)).toBe(0);
  });

  it('200: counts nothing about a comment that was deleted before the delivery', async () => {
    const { reader } = await aReader(0);
    const id = await aComment(board, await anItem(board), { body: `@${reader.userId}` });
    await made(owner().client, 'comments.delete', { id });
    await deliver();
    expect(await countOf(reader)).toBe(0);
  });

  it('200: forgets a removed member, and counts from zero when they return', async () => {
    const { reader } = await aReader(3);
    await made(owner().client, 'organizations.members.remove', { userId: reader.userId });
    const { app, id } = board.organization;
    for (const table of ['notifications', 'notification_counts']) {
      const { rows } = await app.sql.query(
        `select count(*)::int as count from ${table} where organization_id = $1 and user_id = $2`,
        [id, reader.userId],
      );
      expect(rows).toEqual([{ count: 0 }]);
    }
  });

  it('404: an unknown id, one of another user and of a hidden record, and nothing is marked', async () => {
    const { reader, ids } = await aReader(2);
    const { ids: theirs } = await aReader(1);
    const closed = await aBoard({
      workspace: await aWorkspace({ organization: board.organization, visibility: 'closed' }),
    });
    const hidden = await aNotification(board.organization, reader, { kind: 'mention', boardId: closed.id });
    for (const id of [theirs[0]!, hidden])
      await expectHidden(id, (each) => mark(reader.client, { ids: [ids[0], each] }));
    expect((await mark(reader.client, { ids: [...ids, newId('notification')] })).status).toBe(404);
    expect(await countOf(reader)).toBe(2);
  });

  it.each([
    ['ids', {}],
    ['ids', { ids: [newId('notification')], all: true }],
    ['ids', { ids: [] }],
    ['ids', { ids: Array.from({ length: 101 }, () => newId('notification')) }],
    ['ids.0', { ids: ['x'] }],
    ['all', { all: false }],
    ['other', { all: true, other: 1 }],
  ])('400: names %s', async (path, input) => {
    expect(refusedPaths(await mark(owner().client, input))).toEqual([path]);
  });

  it('401 and 403', async () => {
    const count = (client: WireClient) => client.query('notifications.unreadCount');
    const markAll = (client: WireClient) => mark(client, { all: true });
    for (const call of [count, markAll])
      expect(await codesWithoutCredential(board.workspace, call)).toEqual(UNAUTHORIZED);
    expect(await statusWithoutScope(board.workspace, 'read', count)).toBe(403);
    expect(await statusWithoutScope(board.workspace, 'write', markAll)).toBe(403);
  });
});
