import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids';
import { codesWithoutCredential, statusWithoutScope, UNAUTHORIZED } from '../../support/access-checks';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';
import { aWorkspace, made } from '../../support/factories/workspace.factory';
import { ONLY_EDITORS, statusesOfEditors } from '../../support/item-access';
import { listedItems, listedNames } from '../../support/item-lists';
import { eventsDuring, lookOf, MISSING, refusedPaths } from '../../support/refusals';

describe('items.archive', () => {
  let board: TestBoard;
  beforeAll(async () => {
    board = await aBoard();
  });
  const archive = (input: object, client = board.organization.owner.client) =>
    client.mutate('items.archive', input);
  const get = async (id: string) => {
    const { data } = await board.organization.owner.client.query('items.get', { id });
    const { subItems: _subItems, commentCount: _comments, fileCount: _files, ...item } = data;
    return item;
  };

  it('200: is listed in the archive only, keeps its values, and returns the item', async () => {
    const own = await aBoard({
      groups: ['One', 'Two'],
      columns: [{ name: 'Number', type: 'number' }],
    });
    const { client } = own.organization.owner;
    const ids = [];
    for (const name of 'ABCD') ids.push(await anItem(own, { name, values: { [own.column('Number')]: 7 } }));
    const { status, data } = await archive({ id: ids[1] }, client);
    expect(status).toBe(200);
    expect(data).toMatchObject({ id: ids[1], name: 'B', values: { [own.column('Number')]: 7 } });
    expect(data.updatedAt > data.createdAt).toBe(true);
    await archive({ id: ids[3] }, client);
    expect(await listedNames(own)).toEqual(['A', 'C']);
    expect((await listedItems(client, { boardId: own.id })).map(({ position }) => position)).toEqual([0, 1]);
    for (const input of [
      {},
      { sortBy: own.column('Number') },
      { sortBy: 'createdAt' },
      { groupId: own.group('One') },
    ]) {
      expect(await listedNames(own, { ...input, archived: true })).toEqual(['B', 'D']);
      expect(await listedNames(own, input)).toEqual(['A', 'C']);
    }
  });

  it('200: one event; none when it is already archived', async () => {
    const id = await anItem(board);
    const actorId = board.organization.owner.userId;
    const events = await eventsDuring(board.organization, async () => {
      const first = await archive({ id });
      const second = await archive({ id });
      expect([second.status, second.data]).toEqual([200, first.data]);
    });
    expect(events).toEqual([{ type: 'item.archived', boardId: board.id, actorId, data: {} }]);
  });

  it('200: sub-items are archived with it, a sub-item alone', async () => {
    const id = await anItem(board, { name: 'Parent' });
    const alone = await anItem(board, { name: 'Alone', parentId: id });
    await anItem(board, { name: 'Along', parentId: id });
    await archive({ id: alone });
    expect(await listedNames(board, { parentId: id })).toEqual(['Along']);
    expect(await listedNames(board, { parentId: id, archived: true })).toEqual(['Alone']);
    await archive({ id });
    expect(await listedNames(board, { parentId: id })).toEqual([]);
    expect(await listedNames(board, { parentId: id, archived: true })).toEqual(['Alone', 'Along']);
    expect(await listedNames(board, { archived: true })).toContain('Parent');
  });

  it.each([
    ['no id', {}, 'id'],
    ['an id of another noun', { id: newId('project') }, 'id'],
    ['an unknown key', { id: newId('item'), archived: true }, 'archived'],
  ])('400: %s', async (_what, input, path) => {
    expect(refusedPaths(await archive(input))).toContain(path);
  });

  it('401: without a credential', async () => {
    const codes = await codesWithoutCredential(board.workspace, (client) => archive({}, client));
    expect(codes).toEqual(UNAUTHORIZED);
  });

  it('403: viewers; guests see nothing of the board', async () => {
    expect(await statusesOfEditors(board, (client, id) => archive({ id }, client))).toEqual(ONLY_EDITORS);
  });

  it('403: a token without the scope write', async () => {
    expect(await statusWithoutScope(board.workspace, 'write', (client) => archive({}, client))).toBe(403);
  });

  it('404: another organization’s, a hidden and a trashed item, like a missing one', async () => {
    const foreign = await aBoard();
    const item = await anItem(foreign);
    expect(await lookOf(item, (id) => archive({ id }))).toEqual(MISSING);
    expect(await listedNames(foreign)).toEqual(['Item']);
    const closed = await aWorkspace({ organization: board.organization, visibility: 'closed' });
    const hidden = await anItem(await aBoard({ workspace: closed }));
    const { client } = await board.organization.addMember('member');
    expect(await lookOf(hidden, (id) => archive({ id }, client))).toEqual(MISSING);
    const trashed = await anItem(board);
    await made(board.organization.owner.client, 'items.delete', { id: trashed });
    expect(await lookOf(trashed, (id) => archive({ id }))).toEqual(MISSING);
  });

  it('409: the item has changed since; nothing is written', async () => {
    const id = await anItem(board);
    const { updatedAt: seen } = await get(id);
    await made(board.organization.owner.client, 'items.update', { id, name: 'Newer' });
    const before = await get(id);
    const events = await eventsDuring(board.organization, async () => {
      expect((await archive({ id, expectedUpdatedAt: seen })).error!.data.code).toBe('CONFLICT');
    });
    expect(events).toEqual([]);
    expect(await get(id)).toEqual(before);
    expect((await archive({ id, expectedUpdatedAt: before.updatedAt })).status).toBe(200);
    expect((await archive({ id, expectedUpdatedAt: seen })).status).toBe(409);
  });

  it('archiving during a deletion never restores it from Trash', async () => {
    for (let round = 0; round < 8; round += 1) {
      const id = await anItem(board);
      const { client } = board.organization.owner;
      const [archived, deleted] = await Promise.all([archive({ id }), client.mutate('items.delete', { id })]);
      expect([200, 404]).toContain(archived.status);
      expect(deleted.status).toBe(200);
      expect((await client.query('items.get', { id })).status).toBe(404);
    }
  });
});
