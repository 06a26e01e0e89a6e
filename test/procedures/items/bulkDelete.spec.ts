import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids';
import { codesWithoutCredential, statusWithoutScope, UNAUTHORIZED } from '../../support/access-checks';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';
import { aWorkspace, made } from '../../support/factories/workspace.factory';
import { ONLY_EDITORS, statusesOfEditors } from '../../support/item-access';
import { listedItems, listedNames } from '../../support/item-lists';
import { eventsDuring, lookOf, MISSING, refusedPaths } from '../../support/refusals';

describe('items.bulkDelete', () => {
  let board: TestBoard;
  beforeAll(async () => {
    board = await aBoard({ groups: ['One', 'Two'] });
  });
  const remove = (itemIds: unknown, client = board.organization.owner.client) =>
    client.mutate('items.bulkDelete', { itemIds });

  it('200: 100 items of several groups and boards, live and archived, with an event each', async () => {
    const own = await aBoard({ groups: ['One', 'Two'] });
    const { organization, workspace } = own;
    const { client } = organization.owner;
    const second = await aBoard({ organization, workspace });
    const ids: string[] = [];
    for (let at = 0; at < 99; at += 1) ids.push(await anItem(own, { groupId: own.groupIds[at % 2]! }));
    ids.push(await anItem(second));
    const stays = await anItem(own, { name: 'Stays' });
    await made(client, 'items.archive', { id: ids[3] });
    const events = await eventsDuring(organization, async () => {
      const { status, data } = await remove(ids.toReversed(), client);
      expect([status, data]).toEqual([200, { success: true }]);
    });
    expect(events.map(({ type, boardId }) => `${type} ${boardId}`)).toEqual([
      `item.trashed ${second.id}`,
      ...Array<string>(99).fill(`item.trashed ${own.id}`),
    ]);
    const left = await listedItems(client, { boardId: own.id });
    expect(left.map(({ id, position }) => [id, position])).toEqual([[stays, 0]]);
    expect(await listedNames(own, { archived: true })).toEqual([]);
    expect(await listedNames(second)).toEqual([]);
  });

  it('200: a parent and its sub-items, named or not, once each', async () => {
    const parent = await anItem(board);
    const named = await anItem(board, { parentId: parent });
    const along = await anItem(board, { parentId: parent });
    const events = await eventsDuring(board.organization, () => remove([named, parent]));
    expect(events.map(({ type }) => type)).toEqual(['item.trashed', 'item.trashed']);
    for (const id of [parent, named, along]) {
      expect((await board.organization.owner.client.query('items.get', { id })).status).toBe(404);
    }
    await made(board.organization.owner.client, 'items.restore', { id: parent });
    const subs = await listedItems(board.organization.owner.client, { boardId: board.id, parentId: parent });
    expect(subs.map(({ id, position }) => [id, position])).toEqual([
      [named, 0],
      [along, 1],
    ]);
  });

  it.each([
    ['no ids', undefined, /^itemIds$/],
    ['an empty list', [], /^itemIds$/],
    ['101 ids', Array.from({ length: 101 }, () => newId('item')), /^itemIds$/],
    ['an id of another noun', [newId('item'), newId('board')], /^itemIds\.1$/],
    ['one id', newId('item'), /^itemIds$/],
  ])('400: %s', async (_what, ids, path) => {
    expect(refusedPaths(await remove(ids))).toEqual([expect.stringMatching(path)]);
  });

  it('400: a repeated id; nothing is written', async () => {
    const id = await anItem(board);
    const events = await eventsDuring(board.organization, async () => {
      expect(refusedPaths(await remove([id, id]))).toEqual([expect.stringMatching(/^itemIds/)]);
    });
    expect(events).toEqual([]);
  });

  it('401: without a credential', async () => {
    const codes = await codesWithoutCredential(board.workspace, (client) => remove([newId('item')], client));
    expect(codes).toEqual(UNAUTHORIZED);
  });

  it('403: viewers; guests see nothing of the board', async () => {
    expect(await statusesOfEditors(board, (client, id) => remove([id], client))).toEqual(ONLY_EDITORS);
  });

  it('403: one item on a board that the caller can only view; nothing is written', async () => {
    const { organization } = board;
    const looked = await aBoard({ organization });
    const viewer = await looked.workspace.addMember('viewer');
    const ids = [await anItem(board), await anItem(looked)];
    const events = await eventsDuring(organization, async () => {
      expect((await remove(ids, viewer.client)).status).toBe(403);
    });
    expect(events).toEqual([]);
  });

  it('403: a token without the scope delete', async () => {
    const ids = [await anItem(board)];
    expect(await statusWithoutScope(board.workspace, 'delete', (client) => remove(ids, client))).toBe(403);
  });

  it('404: one foreign, hidden or trashed id among 99 valid ones, like a missing one; nothing is written', async () => {
    const own = await aBoard({ organization: board.organization, workspace: board.workspace });
    const ids: string[] = [];
    for (let at = 0; at < 99; at += 1) ids.push(await anItem(own));
    const foreign = await anItem(await aBoard());
    const trashed = await anItem(own);
    await made(own.organization.owner.client, 'items.delete', { id: trashed });
    const closed = await aWorkspace({ organization: board.organization, visibility: 'closed' });
    const hidden = await anItem(await aBoard({ workspace: closed }));
    const { client } = await board.organization.addMember('member');
    const events = await eventsDuring(own.organization, async () => {
      for (const id of [foreign, trashed, hidden]) {
        const among = (asked: string) => remove([...ids.slice(0, 50), asked, ...ids.slice(50)], client);
        expect(await lookOf(id, among)).toEqual(MISSING);
      }
    });
    expect(events).toEqual([]);
    expect(await listedNames(own)).toHaveLength(99);
  });
});
