import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids';
import {
  codesWithoutCredential,
  ONLY_ONLOOKERS,
  statusesBySight,
  statusWithoutScope,
  UNAUTHORIZED,
} from '../../support/access-checks';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';
import { aWorkspace, made } from '../../support/factories/workspace.factory';
import { lookOf, MISSING, refusedPaths } from '../../support/refusals';

describe('items.get', () => {
  let board: TestBoard;
  beforeAll(async () => {
    board = await aBoard({
      groups: ['One', 'Two'],
      columns: [
        { name: 'Text', type: 'text' },
        { name: 'Status', type: 'status' },
        { name: 'Made', type: 'created_date' },
        { name: 'Changed', type: 'last_updated' },
      ],
    });
  });
  const get = (id: string, client = board.organization.owner.client) => client.query('items.get', { id });

  it('200: the whole item, its sub-items in their order', async () => {
    const { client, userId } = board.organization.owner;
    const id = await anItem(board, { groupId: board.group('Two'), name: 'Parent' });
    const values = { [board.column('Status')]: 'Done', [board.column('Text')]: '"quoted": , {' };
    const second = await anItem(board, { groupId: board.group('Two'), name: 'Second', parentId: id, values });
    await anItem(board, { groupId: board.group('Two'), name: 'First', parentId: id, position: 0 });
    await made(client, 'items.update', { id: second, name: 'Second!' });
    const { status, data } = await get(id);
    expect(status).toBe(200);
    expect(data).toEqual({
      id,
      name: 'Parent',
      description: null,
      boardId: board.id,
      groupId: board.group('Two'),
      parentId: null,
      position: 0,
      values: { [board.column('Made')]: data.createdAt, [board.column('Changed')]: data.updatedAt },
      createdBy: userId,
      createdAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/),
      updatedAt: data.createdAt,
      subItems: [
        expect.objectContaining({ name: 'First' }),
        { id: second, name: 'Second!', values: (await get(second)).data.values },
      ],
      commentCount: 0,
      fileCount: 0,
    });
    // A sub-item's own times, as they are sent everywhere else.
    expect(data.subItems[1].values[board.column('Changed')]).toMatch(/\.\d{3}Z$/);
    expect(data.subItems[1].values[board.column('Status')]).toMatchObject({ label: 'Done' });
  });

  it('200: an archived item; archived sub-items are omitted', async () => {
    const { client } = board.organization.owner;
    const id = await anItem(board);
    const sub = await anItem(board, { parentId: id, name: 'Stays' });
    const archived = await anItem(board, { parentId: id, name: 'Archived' });
    await made(client, 'items.archive', { id: archived });
    const names = async () => (await get(id)).data.subItems.map(({ name }: { name: string }) => name);
    expect(await names()).toEqual(['Stays']);
    expect((await get(archived)).data.parentId).toBe(id);
    await made(client, 'items.archive', { id });
    expect((await get(id)).status).toBe(200);
    expect((await get(sub)).status).toBe(200);
  });

  it.each([
    ['no id', {}, 'id'],
    ['an id of another noun', { id: newId('board') }, 'id'],
    ['an invalid id', { id: 'itm_1' }, 'id'],
    ['an unknown key', { id: newId('item'), values: true }, 'values'],
  ])('400: %s', async (_what, input, path) => {
    expect(refusedPaths(await board.organization.owner.client.query('items.get', input))).toContain(path);
  });

  it('401: without a credential', async () => {
    const id = await anItem(board);
    expect(await codesWithoutCredential(board.workspace, (client) => get(id, client))).toEqual(UNAUTHORIZED);
  });

  it('403: a token without the scope read', async () => {
    const id = await anItem(board);
    expect(await statusWithoutScope(board.workspace, 'read', (client) => get(id, client))).toBe(403);
  });

  it('404: another organization’s item looks exactly like a missing one, and so does one in Trash', async () => {
    const foreign = await anItem(await aBoard());
    expect(await lookOf(foreign, get)).toEqual(MISSING);
    const trashed = await anItem(board);
    await made(board.organization.owner.client, 'items.delete', { id: trashed });
    expect(await lookOf(trashed, get)).toEqual(MISSING);
  });

  it('404: an item of a deleted board', async () => {
    const { organization, workspace } = board;
    const own = await aBoard({ organization, workspace });
    const id = await anItem(own);
    await made(organization.owner.client, 'boards.delete', { id: own.id });
    expect(await lookOf(id, get)).toEqual(MISSING);
  });

  it('404: in a closed workspace, for all who are not its members', async () => {
    const closed = await aWorkspace({ visibility: 'closed' });
    const id = await anItem(await aBoard({ workspace: closed }));
    expect(await statusesBySight(closed, (client) => get(id, client))).toEqual(ONLY_ONLOOKERS);
    const outsider = await closed.organization.addMember('member');
    expect(await lookOf(id, (asked) => get(asked, outsider.client))).toEqual(MISSING);
  });
});
