import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids';
import { codesWithoutCredential, statusWithoutScope, UNAUTHORIZED } from '../../support/access-checks';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';
import { aWorkspace, made } from '../../support/factories/workspace.factory';
import { laneFaults } from '../../integration/items/support/lane-faults';
import { ONLY_EDITORS, statusesOfEditors } from '../../support/item-access';
import { listedNames } from '../../support/item-lists';
import { eventsDuring, lookOf, MISSING, refusedPaths } from '../../support/refusals';

describe('trash.purge', () => {
  let board: TestBoard;
  beforeAll(async () => {
    board = await aBoard({ columns: [{ name: 'Number', type: 'number' }] });
  });
  const owner = () => board.organization.owner.client;
  const purge = (ids: unknown, client = owner()) => client.mutate('trash.purge', { ids });
  const trashed = async (on: TestBoard, options: Parameters<typeof anItem>[1] = {}) => {
    const id = await anItem(on, options);
    await made(on.organization.owner.client, 'items.delete', { id });
    return id;
  };
  const keysOf = async (ids: readonly string[]) => {
    const { rows } = await board.organization.app.sql.query('select key from items where id = any ($1)', [
      ids,
    ]);
    return rows.map(({ key }: { key: string }) => key);
  };
  const rowsOf = async (ids: readonly string[], keys: readonly string[]) => {
    const { rows } = await board.organization.app.sql.query<{ from: string }>(
      `select 'items' as from from items where id = any ($1)
       union all select 'item_values' from item_values where item_key = any ($2)
       union all select 'item_runs' from item_runs where lane = any ($2)
       union all select 'trash_entries' from trash_entries where item_id = any ($1) and tombstone_until is null`,
      [ids, keys],
    );
    return rows.map(({ from }) => from);
  };
  const inTrash = async (on: TestBoard) =>
    (await owner().query('trash.list', { boardId: on.id })).data.items.map(({ id }: { id: string }) => id);

  it('200: items of several boards with their sub-items and everything that belongs to them, an event each', async () => {
    const { organization, workspace } = board;
    const own = await aBoard({ organization, workspace, columns: [{ name: 'Number', type: 'number' }] });
    const second = await aBoard({ organization, workspace });
    const values = { [own.column('Number')]: 7 };
    const parent = await anItem(own, { name: 'parent', values });
    const sub = await anItem(own, { name: 'sub', parentId: parent, values });
    const before = await anItem(own, { name: 'before', parentId: parent });
    await made(owner(), 'items.delete', { id: before });
    await made(owner(), 'items.delete', { id: parent });
    const there = await trashed(second, { name: 'there' });
    const stays = await trashed(own, { name: 'stays' });
    await anItem(own, { name: 'live' });
    const { userId } = organization.owner;
    const keys = await keysOf([parent, sub, before, there]);
    const events = await eventsDuring(organization, async () => {
      const { status, data } = await purge([there, parent]);
      expect([status, data]).toEqual([200, { success: true }]);
    });
    expect(events.map(({ type, boardId, actorId, data }) => [type, boardId, actorId, data.name])).toEqual([
      ['item.deleted', own.id, userId, 'parent'],
      ['item.deleted', own.id, userId, 'sub'],
      ['item.deleted', own.id, userId, 'before'],
      ['item.deleted', second.id, userId, 'there'],
    ]);
    expect(events[1]!.data).toEqual({
      name: 'sub',
      description: null,
      groupId: own.groupIds[0],
      parentId: parent,
      values,
    });
    expect(await rowsOf([parent, sub, before, there], keys)).toEqual([]);
    expect([await inTrash(own), await inTrash(second)]).toEqual([[stays], []]);
    expect(await listedNames(own)).toEqual(['live']);
    expect((await owner().mutate('items.restore', { id: parent })).status).toBe(404);
  });

  it('200: a sub-item alone; its parent keeps the others', async () => {
    const parent = await anItem(board);
    const gone = await anItem(board, { name: 'gone', parentId: parent });
    await anItem(board, { name: 'kept', parentId: parent });
    await made(owner(), 'items.delete', { id: gone });
    const events = await eventsDuring(board.organization, () => purge([gone]));
    expect(events.map(({ type }) => type)).toEqual(['item.deleted']);
    expect(await listedNames(board, { parentId: parent })).toEqual(['kept']);
  });

  it('200: a parent and its sub-item named together, each once', async () => {
    const parent = await anItem(board);
    const sub = await anItem(board, { parentId: parent });
    await made(owner(), 'items.bulkDelete', { itemIds: [parent, sub] });
    const keys = await keysOf([parent, sub]);
    const events = await eventsDuring(board.organization, async () => {
      expect((await purge([sub, parent])).status).toBe(200);
    });
    expect(events).toHaveLength(2);
    expect(await rowsOf([parent, sub], keys)).toEqual([]);
  });

  it('200: a cell that refers to a purged item does not change', async () => {
    const { organization, workspace } = board;
    const own = await aBoard({ organization, workspace, columns: [{ name: 'Links', type: 'link' }] });
    const gone = await anItem(board);
    const values = { [own.column('Links')]: [gone] };
    const id = await anItem(own, { name: 'looks', values });
    await made(owner(), 'items.delete', { id: gone });
    await purge([gone]);
    expect((await owner().query('items.get', { id })).data.values).toEqual(values);
  });

  it.each([
    ['no ids', undefined, /^ids$/],
    ['an empty list', [], /^ids$/],
    ['101 ids', Array.from({ length: 101 }, () => newId('item')), /^ids$/],
    ['an id of another noun', [newId('item'), newId('board')], /^ids\.1$/],
  ])('400: %s', async (_what, ids, path) => {
    expect(refusedPaths(await purge(ids))).toEqual([expect.stringMatching(path)]);
  });

  it('200 once, then 404: of parallel purges and restorations of one item one succeeds', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await trashed(board);
      const sub = await trashed(board);
      const answers = await Promise.all([
        purge([id, sub]),
        purge([sub, id]),
        owner().mutate('items.restore', { id }),
        owner().mutate('items.restore', { id }),
        owner().mutate('items.restore', { id: sub }),
      ]);
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => ![200, 400, 404].includes(status))).toEqual([]);
      // At most one purge took both; restored is only what no purge took.
      const purges = statuses.slice(0, 2).filter((status) => status === 200).length;
      expect(purges).toBeLessThanOrEqual(1);
      for (const one of [id, sub]) {
        expect((await owner().query('items.get', { id: one })).status).toBe(purges === 1 ? 404 : 200);
      }
      expect(await laneFaults(board.organization)).toEqual([]);
    }
  });

  it('400: an item that is not in Trash, or named twice; nothing is written', async () => {
    const first = await trashed(board);
    const archived = await anItem(board);
    await made(owner(), 'items.archive', { id: archived });
    const events = await eventsDuring(board.organization, async () => {
      expect(refusedPaths(await purge([first, await anItem(board), archived]))).toEqual(['ids.1', 'ids.2']);
      expect(refusedPaths(await purge([first, first]))).toEqual(['ids']);
    });
    expect(events.map(({ type }) => type)).toEqual(['item.created']);
    expect(await inTrash(board)).toContain(first);
  });

  it('401: without a credential', async () => {
    const codes = await codesWithoutCredential(board.workspace, (client) => purge([newId('item')], client));
    expect(codes).toEqual(UNAUTHORIZED);
  });

  it('403: viewers; guests see nothing of the board', async () => {
    const statuses = await statusesOfEditors(board, async (client, id) => {
      // Not over the wire: a rejected call must have written no event.
      await board.organization.app.sql.query(
        `update items set trashed_at = now() where organization_id = $1 and id = $2`,
        [board.organization.id, id],
      );
      return purge([id], client);
    });
    expect(statuses).toEqual(ONLY_EDITORS);
  });

  it('403: one item on a board that the caller can only view; nothing is written', async () => {
    const { organization } = board;
    const looked = await aBoard({ organization });
    const viewer = await looked.workspace.addMember('viewer');
    const ids = [await trashed(board), await trashed(looked)];
    const events = await eventsDuring(organization, async () => {
      expect((await purge(ids, viewer.client)).status).toBe(403);
    });
    expect(events).toEqual([]);
  });

  it('403: a token without the scope delete', async () => {
    const ids = [await trashed(board)];
    expect(await statusWithoutScope(board.workspace, 'delete', (client) => purge(ids, client))).toBe(403);
  });

  it('404: a foreign, hidden or purged id among valid ones, like a missing one; nothing is written', async () => {
    const own = await trashed(board);
    const foreign = await trashed(await aBoard());
    const closed = await aWorkspace({ organization: board.organization, visibility: 'closed' });
    const hidden = await trashed(await aBoard({ workspace: closed }));
    const purged = await trashed(board);
    await purge([purged]);
    const { client } = await board.organization.addMember('member');
    const events = await eventsDuring(board.organization, async () => {
      for (const id of [foreign, hidden, purged])
        expect(await lookOf(id, (asked) => purge([own, asked], client))).toEqual(MISSING);
    });
    expect(events).toEqual([]);
    expect(await inTrash(board)).toContain(own);
  });
});
