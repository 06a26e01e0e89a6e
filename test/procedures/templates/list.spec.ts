import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids';
import { codesWithoutCredential, statusWithoutScope, UNAUTHORIZED } from '../../support/access-checks';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { aTemplate } from '../../support/factories/template.factory';
import { aWorkspace, made } from '../../support/factories/workspace.factory';
import { refusedPaths } from '../../support/refusals';

const BUILT_IN = ['Kanban', 'Sprint', 'Bug tracker', 'CRM pipeline', 'Content calendar', 'Hiring', 'OKRs'];

const namesOf = ({ templates }: { templates: { name: string }[] }) => templates.map(({ name }) => name);

describe('templates.list', () => {
  let board: TestBoard;
  beforeAll(async () => {
    board = await aBoard();
  });
  const list = (input: object = {}, client = board.organization.owner.client) =>
    client.query('templates.list', input);

  it('200: the built-in ones, then the organization’s own, oldest first', async () => {
    const own = await aBoard();
    const { client, userId } = own.organization.owner;
    const { id } = await aTemplate({ board: own, name: 'First' });
    await aTemplate({ board: own, name: 'Second' });
    const { status, data } = await list({}, client);
    expect(status).toBe(200);
    expect(namesOf(data)).toEqual([...BUILT_IN, 'First', 'Second']);
    expect(data.nextCursor).toBeNull();
    expect(data.templates[0]).toEqual({
      id: expect.stringMatching(/^tpl_0{25}1$/),
      kind: 'board',
      name: 'Kanban',
      isBuiltIn: true,
      createdBy: null,
      createdAt: null,
    });
    expect(data.templates[7]).toEqual({
      id,
      kind: 'board',
      name: 'First',
      isBuiltIn: false,
      createdBy: userId,
      createdAt: expect.stringMatching(/Z$/),
    });
  });

  it('200: pages are complete while templates are added and deleted between them', async () => {
    const own = await aBoard();
    const { client } = own.organization.owner;
    for (const name of ['A', 'B', 'C']) await aTemplate({ board: own, name });
    const pages: string[][] = [];
    let cursor: string | null = null;
    do {
      const { data } = await list({ limit: 3, ...(cursor ? { cursor } : {}) }, client);
      pages.push(namesOf(data));
      cursor = data.nextCursor;
      // The cursor itself goes when it can: it still marks its place.
      const last = data.templates.at(-1)!;
      if (last.name === 'B') await made(client, 'templates.delete', { id: last.id });
      if (pages.length === 3) await aTemplate({ board: own, name: 'D' });
    } while (cursor !== null);
    expect(pages.flat()).toEqual([...BUILT_IN, 'A', 'B', 'C', 'D']);
    expect(pages.map(({ length }) => length)).toEqual([3, 3, 3, 2]);
  });

  it('200: of one kind', async () => {
    const own = await aBoard();
    const { client } = own.organization.owner;
    await made(client, 'templates.create', { projectId: own.project.id, name: 'Whole project' });
    expect(namesOf((await list({ kind: 'project' }, client)).data)).toEqual(['Whole project']);
    expect(namesOf((await list({ kind: 'board' }, client)).data)).toEqual(BUILT_IN);
  });

  it("200: for every member, whatever workspaces they see; another organization's are not listed", async () => {
    const closed = await aWorkspace({ visibility: 'closed' });
    await aTemplate({ board: await aBoard({ workspace: closed }), name: 'Of a closed workspace' });
    const { client } = await closed.organization.addMember('member');
    expect(namesOf((await list({}, client)).data)).toEqual([...BUILT_IN, 'Of a closed workspace']);
    expect(namesOf((await list()).data)).toEqual(BUILT_IN);
  });

  it.each([
    ['an invalid kind', { kind: 'item' }, 'kind'],
    ['a limit of 0', { limit: 0 }, 'limit'],
    ['a limit of 201', { limit: 201 }, 'limit'],
    ['an unknown cursor', { cursor: newId('template') }, 'cursor'],
    ['an unknown key', { search: 'x' }, 'search'],
  ])('400: %s', async (_what, input, path) => {
    expect(refusedPaths(await list(input))).toContain(path);
  });

  it("400: another organization's template as cursor, like an unknown one", async () => {
    const { id } = await aTemplate();
    expect((await list({ cursor: id })).body).toEqual((await list({ cursor: newId('template') })).body);
  });

  it('401: without a credential', async () => {
    expect(await codesWithoutCredential(board.workspace, (client) => list({}, client))).toEqual(UNAUTHORIZED);
  });

  it('403: a guest, and a token without the scope read', async () => {
    const guest = await board.organization.addMember('guest');
    expect((await list({}, guest.client)).status).toBe(403);
    expect(await statusWithoutScope(board.workspace, 'read', (client) => list({}, client))).toBe(403);
  });
});
