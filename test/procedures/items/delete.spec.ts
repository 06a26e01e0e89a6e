import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids';
import { codesWithoutCredential, statusWithoutScope, UNAUTHORIZED } from '../../support/access-checks';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';
import { aWorkspace, made } from '../../support/factories/workspace.factory';
import { ONLY_EDITORS, statusesOfEditors } from '../../support/item-access';
import { listedItems, listedNames } from '../../support/item-lists';
import { eventsDuring, lookOf, MISSING, refusedPaths } from '../../support/refusals';

describe('items.delete', () => {
  let board: TestBoard;
  beforeAll(async () => {
    board = await aBoard();
  });
  const remove = (input: object, client = board.organization.owner.client) =>
    client.mutate('items.delete', input);
  const exists = async (id: string) =>
    (await board.organization.owner.client.query('items.get', { id })).status === 200;

  it('200: the item is moved to Trash, out of every list, and can be restored', async () => {
    const own = await aBoard({ columns: [{ name: 'Number', type: 'number' }] });
    const { client } = own.organization.owner;
    const ids = [];
    for (const name of 'ABC') ids.push(await anItem(own, { name, values: { [own.column('Number')]: 1 } }));
    const { status, data } = await remove({ id: ids[1] }, client);
    expect([status, data]).toEqual([200, { success: true }]);
    for (const input of [{}, { sortBy: own.column('Number') }, { sortBy: 'name', sortDir: 'desc' }]) {
      expect((await listedNames(own, input)).toSorted()).toEqual(['A', 'C']);
    }
    expect(await listedNames(own, { archived: true })).toEqual([]);
    const positions = (await listedItems(client, { boardId: own.id })).map(({ position }) => position);
    expect(positions).toEqual([0, 1]);
    expect((await made(client, 'items.restore', { id: ids[1] })).position).toBe(1);
    expect(await listedNames(own)).toEqual(['A', 'B', 'C']);
  });

  it('200: one event', async () => {
    const id = await anItem(board);
    const actorId = board.organization.owner.userId;
    const events = await eventsDuring(board.organization, () => remove({ id }));
    expect(events).toEqual([{ type: 'item.trashed', boardId: board.id, actorId, data: {} }]);
  });

  it('200: sub-items are deleted with it, archived ones too; a sub-item is deleted alone', async () => {
    const id = await anItem(board);
    const subs = [];
    for (const name of ['alone', 'archived', 'along']) subs.push(await anItem(board, { name, parentId: id }));
    await made(board.organization.owner.client, 'items.archive', { id: subs[1] });
    expect((await remove({ id: subs[0] })).status).toBe(200);
    expect(await listedNames(board, { parentId: id })).toEqual(['along']);
    expect(await exists(id)).toBe(true);
    const events = await eventsDuring(board.organization, () => remove({ id }));
    expect(events.map(({ type }) => type)).toEqual(['item.trashed']);
    for (const sub of subs) expect(await exists(sub)).toBe(false);
  });

  it('200: an archived item', async () => {
    const id = await anItem(board);
    await made(board.organization.owner.client, 'items.archive', { id });
    expect((await remove({ id })).status).toBe(200);
    expect(await listedNames(board, { archived: true })).toEqual([]);
  });

  it('200 once: of ten concurrent deletions one finds the item', async () => {
    const id = await anItem(board);
    const events = await eventsDuring(board.organization, async () => {
      const answers = await Promise.all(Array.from({ length: 10 }, () => remove({ id })));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(404)]);
    });
    expect(events).toHaveLength(1);
  });

  it.each([
    ['no id', {}, 'id'],
    ['an id of another noun', { id: newId('board') }, 'id'],
    ['several ids', { id: [newId('item')] }, 'id'],
    ['an unknown key', { id: newId('item'), permanently: true }, 'permanently'],
  ])('400: %s', async (_what, input, path) => {
    expect(refusedPaths(await remove(input))).toContain(path);
  });

  it('401: without a credential', async () => {
    const codes = await codesWithoutCredential(board.workspace, (client) => remove({}, client));
    expect(codes).toEqual(UNAUTHORIZED);
  });

  it('403: viewers; guests see nothing of the board', async () => {
    expect(await statusesOfEditors(board, (client, id) => remove({ id }, client))).toEqual(ONLY_EDITORS);
  });

  it('403: a token without the scope delete', async () => {
    const id = await anItem(board);
    expect(await statusWithoutScope(board.workspace, 'delete', (client) => remove({ id }, client))).toBe(403);
    expect(await exists(id)).toBe(true);
  });

  it('404: another organization’s, a hidden and a trashed item, like a missing one', async () => {
    const foreign = await aBoard();
    const item = await anItem(foreign);
    expect(await lookOf(item, (id) => remove({ id }))).toEqual(MISSING);
    expect(await listedNames(foreign)).toEqual(['Item']);
    const closed = await aWorkspace({ organization: board.organization, visibility: 'closed' });
    const hidden = await anItem(await aBoard({ workspace: closed }));
    const { client } = await board.organization.addMember('member');
    expect(await lookOf(hidden, (id) => remove({ id }, client))).toEqual(MISSING);
    const trashed = await anItem(board);
    await remove({ id: trashed });
    expect(await lookOf(trashed, (id) => remove({ id }))).toEqual(MISSING);
  });

  it('409: the item has changed since; nothing is written', async () => {
    const id = await anItem(board);
    const seen = (await board.organization.owner.client.query('items.get', { id })).data.updatedAt;
    const { updatedAt } = await made(board.organization.owner.client, 'items.update', { id, name: 'Newer' });
    const events = await eventsDuring(board.organization, async () => {
      expect((await remove({ id, expectedUpdatedAt: seen })).error!.data.code).toBe('CONFLICT');
    });
    expect(events).toEqual([]);
    expect((await remove({ id, expectedUpdatedAt: updatedAt })).status).toBe(200);
  });
});
