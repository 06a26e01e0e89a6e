import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids';
import { codesWithoutCredential, statusWithoutScope, UNAUTHORIZED } from '../../support/access-checks';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';
import { aWorkspace, made } from '../../support/factories/workspace.factory';
import { ONLY_EDITORS, statusesOfEditors } from '../../support/item-access';
import { listedItems, listedNames } from '../../support/item-lists';
import { eventsDuring, lookOf, MISSING, refusedPaths } from '../../support/refusals';

describe('items.bulkArchive', () => {
  let board: TestBoard;
  beforeAll(async () => {
    board = await aBoard({ columns: [{ name: 'Number', type: 'number' }] });
  });
  const archive = (itemIds: unknown, client = board.organization.owner.client) =>
    client.mutate('items.bulkArchive', { itemIds });

  it('200: items of several boards with their sub-items, returned in the given order, an event each', async () => {
    const own = await aBoard({ columns: [{ name: 'Number', type: 'number' }] });
    const { organization, workspace } = own;
    const { client } = organization.owner;
    const second = await aBoard({ organization, workspace, columns: [{ name: 'Status', type: 'status' }] });
    const first = await anItem(own, { name: 'a', values: { [own.column('Number')]: 7 } });
    const along = await anItem(own, { name: 'sub', parentId: first });
    const stays = await anItem(own, { name: 'Stays' });
    const there = await anItem(second, { name: 'b', values: { [second.column('Status')]: 'Done' } });
    const events = await eventsDuring(organization, async () => {
      const { status, data } = await archive([there, first], client);
      expect(status).toBe(200);
      expect(data.items.map(({ id }: { id: string }) => id)).toEqual([there, first]);
      expect(data.items[0].values[second.column('Status')].label).toBe('Done');
      expect(data.items[1].values).toEqual({ [own.column('Number')]: 7 });
    });
    expect(events.map(({ type, boardId }) => `${type} ${boardId}`)).toEqual([
      `item.archived ${second.id}`,
      `item.archived ${own.id}`,
    ]);
    expect(
      (await listedItems(client, { boardId: own.id })).map(({ id, position }) => [id, position]),
    ).toEqual([[stays, 0]]);
    expect(await listedNames(own, { archived: true })).toEqual(['a']);
    expect(await listedNames(own, { archived: true, parentId: first })).toEqual(['sub']);
    expect(along).toMatch(/^itm_/);
  });

  it('200: items that are already archived do not change', async () => {
    const [before, now] = [await anItem(board), await anItem(board)];
    await made(board.organization.owner.client, 'items.archive', { id: before });
    const events = await eventsDuring(board.organization, () => archive([before, now]));
    expect(events).toHaveLength(1);
  });

  it.each([
    ['no item', []],
    ['one item twice', 'twice'],
    ['101 items', Array.from({ length: 101 }, () => newId('item'))],
    ['no list', newId('item')],
    ['what is no id', ['itm_x']],
  ])('400: %s', async (_what, itemIds) => {
    const id = await anItem(board);
    const paths = refusedPaths(await archive(itemIds === 'twice' ? [id, id] : itemIds));
    expect(paths.map((path) => path.split('.')[0])).toEqual(['itemIds']);
    expect((await board.organization.owner.client.query('items.get', { id })).status).toBe(200);
  });

  it('401: without a credential', async () => {
    const codes = await codesWithoutCredential(board.workspace, (client) => archive([newId('item')], client));
    expect(codes).toEqual(UNAUTHORIZED);
  });

  it('403: viewers; guests see nothing of the board', async () => {
    expect(await statusesOfEditors(board, (client, id) => archive([id], client))).toEqual(ONLY_EDITORS);
  });

  it('403: a token without the scope write', async () => {
    const ids = [await anItem(board)];
    expect(await statusWithoutScope(board.workspace, 'write', (client) => archive(ids, client))).toBe(403);
  });

  it('404: one that is missing, foreign, hidden or in Trash, and nothing is archived', async () => {
    const stays = await anItem(board, { name: 'Must stay' });
    const foreign = await anItem(await aBoard());
    const trashed = await anItem(board);
    await made(board.organization.owner.client, 'items.delete', { id: trashed });
    const closed = await aWorkspace({ organization: board.organization, visibility: 'closed' });
    const hidden = await anItem(await aBoard({ workspace: closed }));
    const { client } = await board.organization.addMember('member');
    for (const id of [foreign, trashed])
      expect(await lookOf(id, (each) => archive([stays, each]))).toEqual(MISSING);
    expect(await lookOf(hidden, (each) => archive([stays, each], client))).toEqual(MISSING);
    expect(await listedNames(board)).toContain('Must stay');
  });
});
