import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids';
import {
  codesWithoutCredential,
  ONLY_BUILDERS,
  statusesByRole,
  statusWithoutScope,
  UNAUTHORIZED,
} from '../../support/access-checks';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';
import { aProject } from '../../support/factories/project.factory';
import { aWorkspace, made } from '../../support/factories/workspace.factory';
import { eventsDuring, lookOf, MISSING, refusedPaths } from '../../support/refusals';

describe('templates.create', () => {
  let board: TestBoard;
  beforeAll(async () => {
    board = await aBoard({ name: 'Plan', groups: ['One', 'Two'] });
  });
  const create = (input: object = {}, client = board.organization.owner.client) =>
    client.mutate('templates.create', { boardId: board.id, name: 'Our way', ...input });

  it('200: of a board, as templates.get returns it, with one event', async () => {
    const { client, userId } = board.organization.owner;
    let template: { id: string; boards: unknown } | undefined;
    const events = await eventsDuring(board.organization, async () => {
      const { status, data } = await create();
      expect(status).toBe(200);
      template = data;
    });
    expect(template).toMatchObject({
      kind: 'board',
      name: 'Our way',
      isBuiltIn: false,
      createdBy: userId,
      boards: [{ name: 'Plan', groups: [{ name: 'One' }, { name: 'Two' }] }],
    });
    expect((await client.query('templates.get', { id: template!.id })).data).toEqual(template);
    const { boards: _boards, ...record } = template!;
    expect(events.map(({ type, data }) => ({ type, data }))).toEqual([
      { type: 'template.created', data: { template: record } },
    ]);
  });

  it('200: of a project, with its boards in their order', async () => {
    const project = await aProject();
    const { client } = project.organization.owner;
    await aBoard({ project, name: 'Second' });
    const gone = await aBoard({ project, name: 'Gone' });
    await made(client, 'boards.delete', { id: gone.id });
    const input = { boardId: undefined, projectId: project.id };
    const { status, data } = await create(input, client);
    expect([status, data.kind]).toEqual([200, 'project']);
    expect(data.boards.map(({ name }: { name: string }) => name)).toEqual(['Main board', 'Second']);
  });

  it('200: keeps default values except those that refer to people or items, and no references to other records', async () => {
    const other = await aBoard({ workspace: board.workspace });
    const own = await aBoard({
      workspace: board.workspace,
      columns: [{ name: 'Other', type: 'link', config: { boardIds: [other.id] } }],
    });
    const { client, userId } = own.organization.owner;
    const column = (input: object) => made(client, 'columns.create', { boardId: own.id, ...input });
    await column({ name: 'Size', type: 'dropdown', config: { options: ['S', 'M'] }, defaultValue: 'M' });
    await column({ name: 'Owner', type: 'people', defaultValue: [userId] });
    const after = { name: 'After', type: 'dependency', defaultValue: [await anItem(own)] };
    await column(after);
    const { data } = await create({ boardId: own.id });
    const kept = data.boards[0].columns.map((each: { name: string; defaultValue: unknown }) => [
      each.name,
      each.defaultValue,
    ]);
    expect(kept).toEqual([
      ['Other', null],
      ['Size', 'M'],
      ['Owner', null],
      ['After', null],
    ]);
    expect(data.boards[0].columns[0].config).toEqual({});
    expect(JSON.stringify(data)).not.toContain(other.id);
  });

  it.each([
    ['no name', { name: undefined }, 'name'],
    ['a blank name', { name: '  ' }, 'name'],
    ['a name of 101 characters', { name: 'x'.repeat(101) }, 'name'],
    ['neither a board nor a project', { boardId: undefined }, 'boardId'],
    ['a board and a project', { projectId: newId('project') }, 'boardId'],
    ['an id of another noun', { boardId: newId('item') }, 'boardId'],
    ['an unknown key', { description: 'x' }, 'description'],
  ])('400: %s', async (_what, input, path) => {
    const written = await eventsDuring(board.organization, async () => {
      expect(refusedPaths(await create(input))).toContain(path);
    });
    expect(written).toEqual([]);
  });

  it('400: a project of more than 50 boards', async () => {
    const project = await aProject();
    const { client } = project.organization.owner;
    const boards = Array.from({ length: 50 }, (_, number) => ({
      json: { projectId: project.id, name: `Board ${number}` },
    }));
    const names = boards.map(() => 'boards.create').join(',');
    await client.request('POST', `/api/trpc/${names}?batch=1`, { ...boards });
    const input = { boardId: undefined, projectId: project.id };
    expect(refusedPaths(await create(input, client))).toEqual(['projectId']);
  });

  it('401: without a credential', async () => {
    expect(await codesWithoutCredential(board.workspace, (client) => create({}, client))).toEqual(
      UNAUTHORIZED,
    );
  });

  it('403: a user who cannot create boards anywhere', async () => {
    // A guest does not see the board, but is notified of their role before.
    expect(await statusesByRole(board.workspace, (client) => create({}, client))).toEqual(ONLY_BUILDERS);
  });

  it('200: a viewer of the board who can create boards elsewhere', async () => {
    const viewer = await board.workspace.addMember('viewer');
    const elsewhere = await aWorkspace({ organization: board.organization });
    const { client } = board.organization.owner;
    const member = { workspaceId: elsewhere.id, userId: viewer.userId, role: 'member' };
    await made(client, 'workspaces.members.add', member);
    expect((await create({}, viewer.client)).status).toBe(200);
  });

  it('403: a token without the scope write', async () => {
    expect(await statusWithoutScope(board.workspace, 'write', (client) => create({}, client))).toBe(403);
  });

  it('404: a board of a closed workspace that the caller has not joined', async () => {
    const { organization } = board;
    const closed = await aWorkspace({ organization, visibility: 'closed' });
    const hidden = await aBoard({ workspace: closed });
    const { client } = await board.workspace.addMember('member');
    expect(await lookOf(hidden.id, (boardId) => create({ boardId }, client))).toEqual(MISSING);
  });

  it("404: another organization's board and project look exactly like missing ones", async () => {
    const other = await aBoard();
    expect(await lookOf(other.id, (boardId) => create({ boardId }))).toEqual(MISSING);
    const ofProject = (projectId: string) => create({ boardId: undefined, projectId });
    expect(await lookOf(other.project.id, ofProject)).toEqual(MISSING);
  });
});
