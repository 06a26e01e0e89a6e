import { beforeAll, describe, expect, it } from 'vitest';
import {
  codesWithoutCredential,
  ONLY_ONLOOKERS,
  statusesBySight,
  statusWithoutScope,
  UNAUTHORIZED,
} from '../../support/access-checks';
import { FULL_ACCESS } from '../../support/caller-access';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { aWorkspace, made } from '../../support/factories/workspace.factory';
import { lookOf, MISSING, refusedPaths } from '../../support/refusals';

describe('boards.get', () => {
  let board: TestBoard;
  beforeAll(async () => {
    board = await aBoard({ groups: ['One', 'Two'] });
  });
  const get = (input: object = {}, client = board.organization.owner.client) =>
    client.query('boards.get', { id: board.id, ...input });

  it('200: the board with its groups and columns in board order', async () => {
    const { status, data } = await get();
    expect(status).toBe(200);
    expect(data).toEqual({ ...board.record, itemCount: 0, access: FULL_ACCESS });
    expect(Object.keys(data.groups[0]).sort()).toEqual(
      ['archivedAt', 'collapsed', 'color', 'createdAt', 'id', 'name', 'position', 'updatedAt'].sort(),
    );
  });

  it('200: shows every change immediately, also after it was cached', async () => {
    const { id, organization, ...own } = await aBoard({ groups: ['One', 'Two'] });
    const { client } = organization.owner;
    const read = async () => (await client.query('boards.get', { id })).data;
    const one = own.group('One');
    await read();
    await made(client, 'boards.update', { id, name: 'Renamed', defaultView: 'calendar' });
    expect(await read()).toMatchObject({ name: 'Renamed', defaultView: 'calendar' });
    await made(client, 'boards.groups.update', { id: one, name: 'First', collapsed: true });
    expect((await read()).groups[0]).toMatchObject({ name: 'First', collapsed: true });
    await made(client, 'boards.groups.reorder', { boardId: id, groupIds: [...own.groupIds].reverse() });
    expect((await read()).groups.map(({ name }: { name: string }) => name)).toEqual(['Two', 'First']);
    await made(client, 'boards.groups.delete', { id: one });
    expect((await read()).groups).toMatchObject([{ name: 'Two', position: 0 }]);
    await made(client, 'columns.create', { boardId: id, name: 'Cost', type: 'number' });
    expect((await read()).columns.at(-1)).toMatchObject({ name: 'Cost', position: 2 });
  });

  it.each([
    ['no id', { id: undefined }, 'id'],
    ['an id of another noun', { id: 'prj_01HQXXXXXXXXXXXXXXXXXXXXXX' }, 'id'],
    ['an id that is a list', { id: ['brd_01HQXXXXXXXXXXXXXXXXXXXXXX'] }, 'id'],
    ['an unknown key', { include: 'items' }, 'include'],
  ])('400: %s', async (_what, input, path) => {
    expect(refusedPaths(await get(input))).toContain(path);
  });

  it('401: without a credential', async () => {
    expect(await codesWithoutCredential(board.workspace, (client) => get({}, client))).toEqual(UNAUTHORIZED);
  });

  it('403: a token without the scope read', async () => {
    expect(await statusWithoutScope(board.workspace, 'read', (client) => get({}, client))).toBe(403);
  });

  it('404: in a closed workspace, for all who are not in it', async () => {
    const closed = await aWorkspace({ visibility: 'closed' });
    const { id } = await aBoard({ workspace: closed });
    const statuses = await statusesBySight(closed, (client) => client.query('boards.get', { id }));
    expect(statuses).toEqual(ONLY_ONLOOKERS);
  });

  it('404: as soon as the caller cannot see the workspace any more', async () => {
    const closed = await aWorkspace({ visibility: 'closed' });
    const { id } = await aBoard({ workspace: closed });
    const member = await closed.addMember('member');
    expect((await member.client.query('boards.get', { id })).status).toBe(200);
    const removal = { workspaceId: closed.id, userId: member.userId };
    await made(closed.organization.owner.client, 'workspaces.members.remove', removal);
    expect((await member.client.query('boards.get', { id })).status).toBe(404);
  });

  it("404: another organization's board looks exactly like a missing one", async () => {
    const other = await aBoard();
    expect(await lookOf(other.id, (id) => get({ id }))).toEqual(MISSING);
  });
});
